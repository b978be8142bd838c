import { readFile } from 'node:fs/promises'
import { posix, relative, sep } from 'node:path'
import { root } from './bootstrap.mjs'

/**
 * Lets screens and the frame say which file they are, on the server: by it a page finds in the manifest what the browser
 * loads for it, and no list of paths is kept anywhere.
 *
 * @type {import('esbuild').Plugin}
 */
export const withSources = {
  name: 'sources',
  setup(build) {
    build.onLoad({ filter: /\/client\/(signedIn\.ts|screens\/.*\.tsx)$/ }, async ({ path }) => {
      const source = relative(root, path).replaceAll(sep, posix.sep)
      const contents = await readFile(path, 'utf8')
      return {
        contents: `${contents}\nexport const source = ${JSON.stringify(source)}\n`,
        loader: path.endsWith('x') ? 'tsx' : 'ts',
      }
    })
  },
}
