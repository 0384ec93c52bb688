import { defineConfig } from 'vitepress'
import { fileURLToPath } from 'node:url'
import { join, dirname } from 'node:path'
import { menu, decisions } from './menu.mts'
import { linksToFiles, copyLinkedFiles } from './files.mts'
import { copyJavadoc } from './javadoc.mts'

const site = dirname(dirname(fileURLToPath(import.meta.url)))
const root = dirname(site)

// The pages are the texts of the repository as they stand there; nothing is written twice.
export default defineConfig({
  title: 'Baton',
  description: 'Fair, abortable synchronization for the modern JVM, and the tool that proves it',
  lang: 'en',
  base: process.env.SITE_BASE ?? '/',
  srcDir: root,
  outDir: join(site, 'target/site'),
  cacheDir: join(site, 'target/cache'),
  srcExclude: ['**/target/**', '**/src/**', '.github/**', 'site/**'],
  rewrites: {
    'README.md': 'index.md',
    ':folder/README.md': ':folder/index.md',
    ':folder/:inner/README.md': ':folder/:inner/index.md'
  },
  metaChunk: true,
  vite: { // the pages lie outside this folder, its libraries inside
    resolve: { alias: [{ find: /^vue(\/.*)?$/, replacement: join(site, 'node_modules/vue') + '$1' }] },
    build: { chunkSizeWarningLimit: 2000 }
  },
  markdown: {
    html: false, // <T> in a text is a type, not a tag
    anchor: { level: [1, 2, 3, 4] },
    config: md => linksToFiles(md, root)
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Getting started', link: '/docs/getting-started' },
      { text: 'Documentation', link: '/docs/' },
      { text: 'API', link: '/api/core/index.html', target: '_self' },
      { text: 'Changelog', link: '/CHANGELOG' }
    ],
    sidebar: [...menu, decisions(root)],
    docFooter: { prev: false, next: false }
  },
  async buildEnd(config) {
    await copyLinkedFiles(root, config.outDir)
    await copyJavadoc(root, config.outDir)
  }
})
