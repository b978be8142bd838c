import { createReadStream } from 'node:fs'
import { access, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'

/** Stores contents under keys derived from them. */
export type FileStorage = {
  incoming: string
  /** Moves a file from `incoming`. Existing content stays. */
  put: (key: string, path: string) => Promise<void>
  has: (key: string) => Promise<boolean>
  /** Rejects if there is no such content. */
  open: (key: string) => Promise<Readable>
  remove: (key: string) => Promise<void>
}

/** Creates a storage in a local folder that other users can't read. */
export function createFolderStorage(folder: string): FileStorage {
  const getPath = (key: string) => join(folder, key.slice(0, 2), key)
  const has = (key: string) =>
    access(getPath(key)).then(
      () => true,
      () => false,
    )
  return {
    incoming: join(folder, 'incoming'),
    has,
    async put(key, path) {
      await mkdir(dirname(getPath(key)), { recursive: true, mode: 0o700 })
      await rename(path, getPath(key)) // Atomic, so an existing file is always complete.
    },
    async open(key) {
      const stream = createReadStream(getPath(key))
      await new Promise((opened, failed) => stream.once('open', opened).once('error', failed))
      return stream
    },
    remove: (key) => rm(getPath(key), { force: true }),
  }
}
