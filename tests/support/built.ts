import { rm } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { build } from '#scripts/build.mjs'
import { makePlatformData } from './consoleProcess.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder of the platform to copy: its days of demo data end today, so it is made in each run. */
    platformData: string
  }
}

/** Before the first test in a browser: `dist/` is made of the sources as they stand, and the data of a first start with it. */
export async function setup(project: TestProject) {
  await build()
  const folder = await makePlatformData()
  project.provide('platformData', folder)
  return () => rm(folder, { recursive: true, force: true })
}
