import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { openPromise } from 'yauzl'
import type { Entry, ZipFile } from 'yauzl'
import { themes } from '#shared/areas/themes/themes.ts'
import { ManifestFault, manifestFrom } from '#shared/areas/themes/manifest.ts'
import type { Manifest } from '#shared/areas/themes/manifest.ts'
import type { Look } from '#server/platform/core/files/fileCalls.ts'
import { keepPicture } from '#server/platform/core/files/keep.ts'
import { notTaken } from '#server/platform/core/files/recognise.ts'
import { isSystemFile } from '#server/platform/core/files/systemFiles.ts'
import type { PictureFormat } from '#server/platform/core/files/picture.ts'
import { packageMessages } from './messages.ts'

/** What is kept of a package beside its file: what it says of itself, and the file of its picture. */
export type PackageTells = { manifest: Manifest; preview: number | null }

const mostManifestBytes = 100_000
/** Reads what a package is, out of an archive that was checked (`files/archive.ts`); nothing of it is unpacked. */
export const lookIntoPackage: Look = async (path, storage) => {
  const { manifest, picture } = await readPackage(path)
  const base = join(storage.incoming, randomUUID())
  const kept = picture && (await keepPicture(picture.content, picture.format, base, storage))
  return async (insert) => {
    const usedFor = themes.fields.preview.uploadFor ?? ''
    const preview = kept && (await insert({ ...kept, name: picture.name, usedFor }))
    const tells: PackageTells = { manifest, preview: preview ?? null }
    return { tells, fills: { semver: manifest.version, themeId: manifest.name } }
  }
}

type Read = {
  manifest: Manifest
  picture: { name: string; format: PictureFormat; content: Buffer } | null
}

export async function readPackage(path: string): Promise<Read> {
  const archive = await openPromise(path, { lazyEntries: true, autoClose: false })
  try {
    const entries = new Map<string, Entry>()
    for await (const entry of archive.eachEntry())
      if (!isSystemFile(entry.fileName)) entries.set(entry.fileName, entry)
    const at = findManifest([...entries.keys()])
    const found = entries.get(at)
    if (!found) throw notTaken(packageMessages.noManifest)
    if (found.uncompressedSize > mostManifestBytes)
      throw notTaken(packageMessages.tooLarge(mostManifestBytes / 1000))
    const manifest = manifestFrom((await contentOf(archive, found)).toString('utf8'))
    if (manifest.preview === null) return { manifest, picture: null }
    const beside = at.replace(/theme\.json$/, '')
    const entry = entries.get(beside + manifest.preview)
    if (!entry) throw notTaken(packageMessages.noPreview(manifest.preview))
    const name = manifest.preview.split('/').at(-1) ?? manifest.preview
    const content = await contentOf(archive, entry)
    return { manifest, picture: { name, format: formatOf(name), content } }
  } catch (error) {
    throw error instanceof ManifestFault ? notTaken(error.message) : error
  } finally {
    archive.close()
  }
}

/** The path of the package's theme.json: at its top, or in the folder that was packed. */
function findManifest(paths: readonly string[]): string {
  const named = paths.filter((path) => /(?:^|\/)theme\.json$/i.test(path))
  const isInPlace = (path: string) => path.split('/').length <= 2
  const found = named.filter((path) => isInPlace(path) && path.endsWith('theme.json'))
  const [first] = found.toSorted((one, other) => one.length - other.length)
  if (first !== undefined) return first
  const [other] = named
  if (other === undefined) throw notTaken(packageMessages.noManifest)
  throw notTaken(
    isInPlace(other) ? packageMessages.misnamed(other) : packageMessages.misplaced(other),
  )
}

const formatOf = (name: string): PictureFormat => {
  const ending = name.toLowerCase().split('.').at(-1)
  return ending === 'png' || ending === 'webp' || ending === 'gif' ? ending : 'jpeg'
}

async function contentOf(archive: ZipFile, entry: Entry): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of await archive.openReadStreamPromise(entry)) chunks.push(chunk)
  return Buffer.concat(chunks)
}
