import { existsSync, cpSync } from 'node:fs'
import { join } from 'node:path'

const modules = ['core', 'check', 'micrometer', 'combine', 'report']

// The Javadoc that the release build has made for each module.
export async function copyJavadoc(root: string, out: string) {
  for (const module of modules) {
    const pages = join(root, `baton-${module}/target/reports/apidocs`)
    if (!existsSync(pages)) throw new Error(`no Javadoc of baton-${module}: mvn -Prelease package makes it`)
    cpSync(pages, join(out, 'api', module), { recursive: true })
  }
}
