import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Sentence } from './sentence.mjs'

const longestWaitMs = 10 * 60_000

/**
 * Runs `work` while this process alone holds the lock file, which names its process; a dead holder's is taken over.
 * @template T @param {string} path @param {() => Promise<T>} work @returns {Promise<T>}
 */
export async function withLock(path, work) {
  mkdirSync(dirname(path), { recursive: true })
  const until = Date.now() + longestWaitMs
  while (!take(path)) {
    if (Date.now() > until) {
      throw new Sentence(
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
function take(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  }
  if (holderLives(path)) return false
  // Moving the file aside is atomic: of several that saw a dead holder, one succeeds.
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
    return false
  }
  // The lock of a process that took it since we looked goes back where it was.
  if (holderLives(aside)) renameSync(aside, path)
  else rmSync(aside, { force: true })
  return false
}

/** @param {string} path */
function holderLives(path) {
  const holder = readHolder(path)
  // Nobody's name yet: the holder has made the file and is about to write into it.
  return holder === '' || (holder !== null && isAlive(Number(holder)))
}

/** @param {string} path */
function readHolder(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}

/** Whether a process of this id runs. @param {number} pid */
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
