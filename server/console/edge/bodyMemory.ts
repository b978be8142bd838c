import type { Response } from 'express'

/** The bodies of other requests take up too much memory. */
export class BodyMemoryFull extends Error {
  override name = 'BodyMemoryFull'
}

/** Checks a chunk of a body before it is stored; throws if it must not be. */
export type OnChunk = (chunk: Uint8Array) => void

/** Limits the total size of bodies in memory, so that many large ones at once can't exhaust it. */
export class BodyMemory {
  readonly #limit: number
  #held = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /**
   * Starts counting the body of one request, until its response has ended. `take` throws
   * `BodyMemoryFull`.
   */
  open(res: Response): { take: OnChunk; size: () => number } {
    let size = 0
    let isOver = false
    onClose(res, () => {
      isOver = true
      this.#held -= size
    })
    return {
      take: ({ length }) => {
        if (this.#held + length > this.#limit) throw new BodyMemoryFull()
        if (isOver) return
        this.#held += length
        size += length
      },
      size: () => size,
    }
  }
}

/**
 * Limits how many large forms are processed at once, because responding to one takes many times its
 * size in memory.
 */
export class FormQueue {
  readonly #limit: number
  readonly #small: number
  readonly #waiting: { size: number; begin: () => void }[] = []
  #underWay = 0

  /**
   * Both in bytes: `limit` is for all forms in progress together, and a form up to `small` never
   * waits.
   */
  constructor(limit: number, small: number) {
    this.#limit = limit
    this.#small = small
  }

  /**
   * Resolves when a form of this size can be processed. The form keeps its place until its response
   * ends.
   */
  async enter(size: number, res: Response): Promise<void> {
    if (size <= this.#small) return
    if (this.#waiting.length > 0 || !this.#hasRoom(size))
      await new Promise<void>((begin) => this.#waiting.push({ size, begin }))
    else this.#underWay += size
    onClose(res, () => {
      this.#underWay -= size
      this.#advance()
    })
  }

  #hasRoom(size: number): boolean {
    return this.#underWay === 0 || this.#underWay + size <= this.#limit
  }

  #advance(): void {
    for (let next = this.#waiting[0]; next && this.#hasRoom(next.size); [next] = this.#waiting) {
      this.#waiting.shift()
      this.#underWay += next.size
      next.begin()
    }
  }
}

function onClose(res: Response, callback: () => void): void {
  if (res.closed) callback()
  else res.once('close', callback)
}
