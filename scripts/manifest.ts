import { posix } from 'node:path'

/** What the server needs to know of the client build. All values are URLs below `/assets/`. */
export type Manifest = {
  /** the entry, which runs the page */
  script: string
  /** the one stylesheet */
  style: string
  /** chunks that the entry imports statically */
  preload: { entry: string[] }
  /** by the source path of a dynamically imported module (`client/screens/sizes.tsx`): its own chunk first, then those it imports statically */
  chunks: Record<string, string[]>
}

/**
 * Reads the manifest out of esbuild's record of the client build. `parts` source path of the entry; file name of
 * the stylesheet
 */
export function manifestFrom(
  { outputs }: Pick<import('esbuild').Metafile, 'outputs'>,
  { entry, style }: { entry: string; style: string },
): Manifest {
  const chunks = Object.fromEntries(
    Object.entries(outputs).flatMap(([path, { entryPoint }]) =>
      entryPoint ? [[entryPoint, [path, ...staticImports(outputs, path)].map(urlOf)]] : [],
    ),
  )
  const { [entry]: entryChunks, ...dynamic } = chunks
  if (!entryChunks) throw new Error(`The client build has no output for ${entry}.`)
  const [script = '', ...preload] = entryChunks
  return { script, style: urlOf(style), preload: { entry: preload }, chunks: dynamic }
}

/** Every chunk that `path` imports statically, directly or through another, each once. */
function staticImports(outputs: import('esbuild').Metafile['outputs'], path: string) {
  const found: Set<string> = new Set()
  const visit = (from: string) => {
    for (const { path: to, kind } of outputs[from]?.imports ?? []) {
      if (kind !== 'import-statement' || to === path || found.has(to)) continue
      found.add(to)
      visit(to)
    }
  }
  visit(path)
  return [...found]
}

function urlOf(path: string) {
  return `/assets/${posix.basename(path)}`
}
