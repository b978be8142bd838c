import { root } from './bootstrap.mjs'

/**
 * Modules of libraries that do more than this product asks of them, and what the build takes in their place. An export
 * that a newer version misses here fails the build.
 *
 * @type {{ library: string, importer?: string, module: string, instead: string }[]}
 */
const replaced = [
  {
    // Its options are 1 kB of every first load, and no picture here uses them. Server and browser must draw the same.
    library: 'lucide-react',
    module: 'createLucideIcon.mjs',
    instead: `export { createIcon as default } from './client/ui/createIcon.tsx'`,
  },
  {
    // Observes the router where createBrowserRouter is given `instrumentations`, which this console does not; 1 kB.
    library: 'react-router',
    importer: '/lib/router/router.js',
    module: 'instrumentation.js',
    instead: [
      'export const consumeInstrumentationClientResultMetaReceiver = () => undefined',
      'export const getRouteInstrumentationUpdates = () => ({})',
      'export const instrumentClientSideRouter = (router) => router',
    ].join('\n'),
  },
  {
    // Prefetches data of framework mode; it hangs on `Link`, which the bundler cannot see to be unused; 1 kB.
    library: 'react-router',
    importer: '/lib/dom/lib.js',
    module: 'ssr/components.js',
    instead: [
      'export const PrefetchPageLinks = () => null',
      `export { FrameworkContext, mergeRefs, usePrefetchBehavior } from './node_modules/react-router/dist/production/lib/dom/ssr/components.js'`,
    ].join('\n'),
  },
]

/**
 * Replaces those modules of the named libraries.
 *
 * @param {string[]} libraries
 * @returns {import('esbuild').Plugin}
 */
export function leaveOut(...libraries) {
  return {
    name: 'leave-out',
    setup(build) {
      for (const { library, importer = '', module, instead } of replaced) {
        if (!libraries.includes(library)) continue
        const namespace = `${library}/${module}`
        const filter = new RegExp(`/${module.replaceAll('.', '\\.')}$`)
        build.onResolve({ filter }, ({ importer: from }) =>
          from.includes(`/${library}/`) && from.endsWith(importer)
            ? { path: module, namespace }
            : undefined,
        )
        build.onLoad({ filter: /./, namespace }, () => ({
          contents: instead,
          resolveDir: root,
        }))
      }
    },
  }
}
