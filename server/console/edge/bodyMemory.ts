import type { Response } from 'express'

/** Too many bytes of other bodies are in memory. */
export class BodyMemoryFull extends Error {
  override name = 'BodyMemoryFull'
}

/** Looks at a chunk of a body before it is kept. Throws where it must not be. */
export type OnChunk = (chunk: Uint8Array) => void

/** Counts the bytes of bodies that are in memory, so that many large ones at once can't fill it. */
export class BodyMemory {
  readonly #limit: number
  #held = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** How the body of one request is counted, until its answer has ended. `take` throws `BodyMemoryFull`. */
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

/** Lets large forms through a few at a time: to answer one takes many times its size. */
export class FormQueue {
  readonly #limit: number
  readonly #small: number
  readonly #waiting: { size: number; begin: () => void }[] = []
  #underWay = 0

  /** In bytes: of all forms under way together, and of one that never waits. */
  constructor(limit: number, small: number) {
    this.#limit = limit
    this.#small = small
  }

  /** Resolves when it is the turn of a form of so many bytes, which ends with its answer. */
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
