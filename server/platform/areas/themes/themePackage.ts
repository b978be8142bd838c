import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { openPromise } from 'yauzl'
import type { Entry, ZipFile } from 'yauzl'
import { themes } from '#shared/areas/themes/themes.ts'
import { ManifestError, parseManifest } from '#shared/areas/themes/manifest.ts'
import type { Manifest } from '#shared/areas/themes/manifest.ts'
import type { FileReader } from '#server/platform/core/files/fileCalls.ts'
import { saveImage } from '#server/platform/core/files/saveContent.ts'
import { fileRejected } from '#server/platform/core/files/detectFileType.ts'
import { isSystemFile } from '#server/platform/core/files/systemFiles.ts'
import type { ImageFormat } from '#server/platform/core/files/image.ts'
import { themePackageMessages } from './messages.ts'

/** The data saved with a package: its manifest, and the file ID of its preview image. */
export type PackageInfo = { manifest: Manifest; preview: number | null }

const maxManifestBytes = 100_000
/**
 * Reads a package from an archive that was already checked (`files/archive.ts`). Unpacks only its
 * manifest and preview image, in memory.
 */
export const readThemePackage: FileReader = async (path, storage) => {
  const { manifest, picture: image } = await parseManifestAndPreview(path)
  const base = join(storage.incoming, randomUUID())
  const savedImage = image && (await saveImage(image.content, image.format, base, storage))
  return async (insert) => {
    const usedFor = themes.fields.preview.uploadFor ?? ''
    const preview = savedImage && (await insert({ ...savedImage, name: image.name, usedFor }))
    const info: PackageInfo = { manifest, preview: preview ?? null }
    return { tells: info, fills: { semver: manifest.version, themeId: manifest.name } }
  }
}

type PackageContents = {
  manifest: Manifest
  picture: { name: string; format: ImageFormat; content: Buffer } | null
}

export async function parseManifestAndPreview(path: string): Promise<PackageContents> {
  const archive = await openPromise(path, { lazyEntries: true, autoClose: false })
  try {
    const entries = new Map<string, Entry>()
    for await (const entry of archive.eachEntry())
      if (!isSystemFile(entry.fileName)) entries.set(entry.fileName, entry)
    const manifestPath = findManifestPath([...entries.keys()])
    const manifestEntry = entries.get(manifestPath)
    if (!manifestEntry) throw fileRejected(themePackageMessages.noManifest)
    if (manifestEntry.uncompressedSize > maxManifestBytes)
      throw fileRejected(themePackageMessages.tooLarge(maxManifestBytes / 1000))
    const manifest = parseManifest((await readEntry(archive, manifestEntry)).toString('utf8'))
    if (manifest.preview === null) return { manifest, picture: null }
    const folder = manifestPath.replace(/theme\.json$/, '')
    const entry = entries.get(folder + manifest.preview)
    if (!entry) throw fileRejected(themePackageMessages.noPreview(manifest.preview))
    const name = manifest.preview.split('/').at(-1) ?? manifest.preview
    const content = await readEntry(archive, entry)
    return { manifest, picture: { name, format: getImageFormat(name), content } }
  } catch (error) {
    throw error instanceof ManifestError ? fileRejected(error.message) : error
  } finally {
    archive.close()
  }
}

/**
 * Returns the path of the theme.json: at the top of the package, or in the folder that was packed.
 */
function findManifestPath(paths: readonly string[]): string {
  const matches = paths.filter((path) => /(?:^|\/)theme\.json$/i.test(path))
  const isInPlace = (path: string) => path.split('/').length <= 2
  const candidates = matches.filter((path) => isInPlace(path) && path.endsWith('theme.json'))
  const [first] = candidates.toSorted((one, other) => one.length - other.length)
  if (first !== undefined) return first
  const [other] = matches
  if (other === undefined) throw fileRejected(themePackageMessages.noManifest)
  throw fileRejected(
    isInPlace(other) ? themePackageMessages.misnamed(other) : themePackageMessages.misplaced(other),
  )
}

const getImageFormat = (name: string): ImageFormat => {
  const extension = name.toLowerCase().split('.').at(-1)
  return extension === 'png' || extension === 'webp' || extension === 'gif' ? extension : 'jpeg'
}

async function readEntry(archive: ZipFile, entry: Entry): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of await archive.openReadStreamPromise(entry)) chunks.push(chunk)
  return Buffer.concat(chunks)
}
