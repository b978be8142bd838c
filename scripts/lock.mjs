import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { UserError } from './userError.mjs'

const timeoutMs = 10 * 60_000

/**
 * Runs `work` while this process owns the lock file, which contains its process ID. Takes over the
 * lock of a process that has ended.
 * @template T @param {string} path @param {() => Promise<T>} work @returns {Promise<T>}
 */
export async function withLock(path, work) {
  mkdirSync(dirname(path), { recursive: true })
  const deadline = Date.now() + timeoutMs
  while (!tryLock(path)) {
    if (Date.now() > deadline) {
      throw new UserError(
        `Another process hasn't finished within 10 minutes. If none is running, delete ${path}.`,
      )
    }
    await delay(100)
  }
  try {
    return await work()
  } finally {
    rmSync(path, { force: true })
  }
}

/** @param {string} path */
function tryLock(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  }
  if (isOwnerAlive(path)) return false
  // A rename is atomic: if several processes saw that the owner had ended, only one succeeds.
  const movedPath = `${path}.${process.pid}`
  try {
    renameSync(path, movedPath)
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
    return false
  }
  // Returns the lock if another process took it in the meantime.
  if (isOwnerAlive(movedPath)) renameSync(movedPath, path)
  else rmSync(movedPath, { force: true })
  return false
}

/** @param {string} path */
function isOwnerAlive(path) {
  const owner = readOwner(path)
  // Empty: the owner has created the file and is about to write its process ID.
  return owner === '' || (owner !== null && isAlive(Number(owner)))
}

/** @param {string} path */
function readOwner(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}

/** Returns whether a process with this ID runs. @param {number} pid */
export function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
}

/** @param {unknown} error @param {string} code */
function hasCode(error, code) {
  return error instanceof Error && 'code' in error && error.code === code
}
