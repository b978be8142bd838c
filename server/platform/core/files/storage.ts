import { createReadStream } from 'node:fs'
import { access, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'

/** Where contents are kept, each under a name that follows from it. */
export type FileStorage = {
  incoming: string
  /** Takes a file of `incoming` over. What is there already stays. */
  put: (key: string, path: string) => Promise<void>
  has: (key: string) => Promise<boolean>
  /** Rejects where there is none. */
  open: (key: string) => Promise<Readable>
  remove: (key: string) => Promise<void>
}

/** Contents in a folder of this machine, closed to other users. */
export function createFolderStorage(folder: string): FileStorage {
  const pathOf = (key: string) => join(folder, key.slice(0, 2), key)
  const has = (key: string) =>
    access(pathOf(key)).then(
      () => true,
      () => false,
    )
  return {
    incoming: join(folder, 'incoming'),
    has,
    async put(key, path) {
      await mkdir(dirname(pathOf(key)), { recursive: true, mode: 0o700 })
      await rename(path, pathOf(key)) // At once: a file that is there is whole.
    },
    async open(key) {
      const stream = createReadStream(pathOf(key))
      await new Promise((opened, failed) => stream.once('open', opened).once('error', failed))
      return stream
    },
    remove: (key) => rm(pathOf(key), { force: true }),
  }
}
