import { posix } from 'node:path'

/** The client build as the server needs it. All values are URLs under `/assets/`. */
export type Manifest = {
  script: string
  style: string
  preload: { entry: string[] }
  /**
   * By the source path of a dynamically imported module: its own chunk first, then its static
   * imports.
   */
  chunks: Record<string, string[]>
}

/** Builds the manifest from esbuild's metafile. `entry` is a source path, `style` a file name. */
export function createManifest(
  { outputs }: Pick<import('esbuild').Metafile, 'outputs'>,
  { entry, style }: { entry: string; style: string },
): Manifest {
  const chunks = Object.fromEntries(
    Object.entries(outputs).flatMap(([path, { entryPoint }]) =>
      entryPoint
        ? [[entryPoint, [path, ...findStaticImports(outputs, path)].map(getAssetUrl)]]
        : [],
    ),
  )
  const { [entry]: entryChunks, ...dynamic } = chunks
  if (!entryChunks) throw new Error(`The client build has no output for ${entry}.`)
  const [script = '', ...preload] = entryChunks
  return { script, style: getAssetUrl(style), preload: { entry: preload }, chunks: dynamic }
}

function findStaticImports(outputs: import('esbuild').Metafile['outputs'], path: string) {
  const imports: Set<string> = new Set()
  const visit = (from: string) => {
    for (const { path: to, kind } of outputs[from]?.imports ?? []) {
      if (kind !== 'import-statement' || to === path || imports.has(to)) continue
      imports.add(to)
      visit(to)
    }
  }
  visit(path)
  return [...imports]
}

function getAssetUrl(path: string) {
  return `/assets/${posix.basename(path)}`
}
