import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { watchParent } from './watchParent.mjs'

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
  let isStopping = false
  const forwardSignal = (/** @type {NodeJS.Signals} */ signal) => {
    isStopping = true
    child.kill(signal)
  }
  for (const signal of stopSignals) process.on(signal, forwardSignal)
  const stopWatching = watchParent(() => forwardSignal('SIGTERM'))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code) => {
      if (isStopping) process.exit(code ?? 1)
      for (const signal of stopSignals) process.off(signal, forwardSignal)
      stopWatching()
      resolve(code ?? 1)
    })
  })
}

/** Returns the path of a command on PATH, or null. @param {string} name */
export function findCommand(name) {
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
