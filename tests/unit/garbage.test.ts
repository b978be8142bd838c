import { expect, test } from 'vitest'
import { createCollector } from '#server/render/garbage.ts'

/** A heap that is as large as told, and collected down to 20 MB. */
function heapOf(megabytes: number) {
  const heap = {
    megabytes,
    collections: 0,
    used: () => heap.megabytes * 1e6,
    collect() {
      heap.collections += 1
      heap.megabytes = 20
    },
  }
  return heap
}

test('garbage of pages is collected each time the heap is more than 24 MB over its last low', () => {
  const heap = heapOf(30)
  const afterPage = createCollector(heap)
  const counts = [30, 54, 54.1, 44, 44.1].map((megabytes) => {
    heap.megabytes = megabytes
    afterPage()
    return heap.collections
  })
  expect(counts).toEqual([0, 0, 1, 1, 2])
})

test('a collection of V8 itself makes a new low', () => {
  const heap = heapOf(40)
  const afterPage = createCollector(heap)
  for (const megabytes of [40, 18, 43]) {
    heap.megabytes = megabytes
    afterPage()
  }
  expect(heap.collections).toBe(1)
})

test('without the right to collect, nothing is asked of the heap', () => {
  const used = () => {
    throw new Error('asked')
  }
  expect(createCollector({ used, collect: undefined })).not.toThrow()
})
