import { existsSync, statSync, cpSync, mkdirSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

const linked = new Map<string, string>()

// Links from a page to a file that is no page (a source, a schema, a counterexample) go to a copy inside the site.
export function linksToFiles(md: any, root: string) {
  md.core.ruler.push('links-to-files', (state: any) => {
    const page = join(root, state.env.realPath ? relative(root, state.env.realPath) : state.env.relativePath)
    for (const token of state.tokens.flatMap((t: any) => [t, ...(t.children ?? [])])) {
      if (token.type !== 'link_open') continue
      const href = token.attrGet('href')
      if (/^[a-z]+:|^#/.test(href)) continue
      if (/\.md(#|$)/.test(href)) {
        token.attrSet('href', href.replace(/README\.md(#|$)/, 'index.md$1')) // as the configuration calls it
        continue
      }
      const file = resolve(dirname(page), href)
      if (!existsSync(file) || !statSync(file).isFile()) continue // VitePress reports it as dead
      token.attrSet('href', '/' + copyOf(relative(root, file)))
      token.attrSet('target', '_self')
    }
  })
}

// A browser shows text; it would download what ends in .java.
function copyOf(file: string) {
  const copy = 'files/' + (/\.(html|json|svg|png|csv|txt)$/.test(file) ? file : file + '.txt')
  linked.set(file, copy)
  return copy
}

export async function copyLinkedFiles(root: string, out: string) {
  for (const [file, copy] of linked) {
    mkdirSync(dirname(join(out, copy)), { recursive: true })
    cpSync(join(root, file), join(out, copy))
  }
}
