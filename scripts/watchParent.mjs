import { readFileSync } from 'node:fs'
import { isAlive } from './lock.mjs'

const checkEveryMs = 500

/**
 * Calls back when the parent, or npm behind its shell, has ended. Returns a function that stops
 * watching.
 * @param {() => void} callback
 */
export function watchParent(callback) {
  const parent = process.ppid
  const npm = process.env['npm_lifecycle_event'] ? findNpmProcess(parent) : null
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === null || isAlive(npm))) return
    clearInterval(timer)
    callback()
  }, checkEveryMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** @param {number} parent */
function findNpmProcess(parent) {
  let stat
  try {
    stat = readFileSync(`/proc/${parent}/stat`, 'utf8')
  } catch {
    return null // Without /proc (macOS), only the parent is watched.
  }
  const [, name, grandparent] = /\((.*)\) \S (\d+)/.exec(stat) ?? []
  return name && /^(ba|da|a|z)?sh$/.test(name) ? Number(grandparent) : null
}
