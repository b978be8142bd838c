import { getHeapStatistics } from 'node:v8'

const growthLimit = 24_000_000

type Heap = {
  /** Bytes in use. */
  used: () => number
  /** A full collection. Only with `--expose-gc`; without it V8 alone decides. */
  collect: (() => void) | undefined
}

const v8Heap: Heap = {
  used: () => getHeapStatistics().used_heap_size,
  collect: globalThis.gc && (() => void globalThis.gc?.()),
}

/**
 * To be called after each page: collects what pages left once the heap is 24 MB over its last low. V8 would wait: half a
 * megabyte of each page outlives two of its quick collections, and what these move to the old objects starts no full one
 * (measured: 80 MB where 20 live; README.md, "What it costs"). Takes some 15 ms, every fiftieth page.
 */
export function createCollector({ used, collect }: Heap = v8Heap): () => void {
  let low = Infinity
  return () => {
    if (!collect) return
    const bytes = used()
    if (bytes > low + growthLimit) {
      collect()
      low = used()
    } else low = Math.min(low, bytes)
  }
}
