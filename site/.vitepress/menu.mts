import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const page = (text: string, name: string) => ({ text, link: '/docs/' + name })
const api = (text: string, module: string) => ({ text, link: `/api/${module}/index.html`, target: '_self' })

export const menu = [
  { text: 'Begin', items: [
    { text: 'What Baton is', link: '/' },
    page('Getting started', 'getting-started'),
    { text: 'The example project', link: '/examples/' },
    page('All pages', '')
  ] },
  { text: 'The library', items: [
    page('Guide', 'guide'),
    page('Channels, select and events', 'channels'),
    page('The pool', 'pool'),
    page('Monitoring', 'monitoring'),
    page('Hand-off policies', 'combine'),
    page('How the framework works', 'how-the-framework-works'),
    page('Adding a primitive', 'adding-a-primitive'),
    page('The proof', 'proof')
  ] },
  { text: 'The checker', items: [
    page('Checking your own code', 'checking-your-code'),
    page('When there is no verdict', 'troubleshooting'),
    page('Checks in your build', 'in-your-build'),
    page('What the checker takes', 'what-the-checker-takes'),
    page('Specifications', 'specifications'),
    page('Relaxing access modes', 'relax'),
    page('Searching what takes long', 'searching'),
    page('The memory models', 'memory-models'),
    page('How the checker works', 'how-the-checker-works'),
    page('How it runs bytecode', 'how-the-checker-runs-bytecode'),
    page('Adding a memory model', 'adding-a-model')
  ] },
  { text: 'Found and measured', items: [
    page('Bugs in the wild', 'wild/'),
    page('Case studies', 'case-studies/'),
    page('The lock zoo', 'the-lock-zoo'),
    page('jcstress’s samples', 'jcstress-samples'),
    page('Benchmarks', 'benchmarks'),
    page('The lab', 'lab/')
  ] },
  { text: 'API', items: [
    api('baton-core', 'core'),
    api('baton-check', 'check'),
    api('baton-micrometer', 'micrometer'),
    api('baton-combine', 'combine'),
    api('baton-report', 'report')
  ] },
  { text: 'The project', items: [
    { text: 'Contributing', link: '/CONTRIBUTING' },
    { text: 'Changelog', link: '/CHANGELOG' },
    { text: 'Security', link: '/SECURITY' }
  ] }
]

// Every decision, by its own title.
export function decisions(root: string) {
  const folder = join(root, 'docs/adr')
  const items = readdirSync(folder).filter(name => name.endsWith('.md')).sort().map(name => ({
    text: readFileSync(join(folder, name), 'utf8').split('\n', 1)[0].replace(/^# /, '').replaceAll('`', ''),
    link: '/docs/adr/' + name.replace(/\.md$/, '')
  }))
  return { text: 'Decisions', collapsed: true, items }
}
