import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { whenParentGone } from './parent.mjs'

const stopSignals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/**
 * Runs a command in this terminal and resolves to its exit code, or 1 after a signal. Forwards
 * signals to the command and exits after it.
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<number>}
 */
export function runInTerminal(command, args, env = process.env) {
  const child = spawn(command, args, { stdio: 'inherit', env })
  let stopping = false
  const passOn = (/** @type {NodeJS.Signals} */ signal) => {
    stopping = true
    child.kill(signal)
  }
  for (const signal of stopSignals) process.on(signal, passOn)
  const unwatch = whenParentGone(() => passOn('SIGTERM'))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code) => {
      if (stopping) process.exit(code ?? 1)
      for (const signal of stopSignals) process.off(signal, passOn)
      unwatch()
      resolve(code ?? 1)
    })
  })
}

/** Returns the path of a command on PATH, or null. @param {string} name */
export function onPath(name) {
  const paths = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name))
  return paths.find(isExecutable) ?? null
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
