const checkedEveryMs = 500

/** Calls back once, when the process with this id, or the one that started this one, is gone. */
export function whenGone(pid: number, callback: () => void): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent && isAlive(pid)) return
    clearInterval(timer)
    callback()
  }, checkedEveryMs)
  timer.unref()
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // Not ours to signal, but there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
