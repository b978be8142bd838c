import { build } from '#scripts/build.mjs'

/** Before the first test in a browser: `dist/` is made of the sources as they stand. */
export async function setup() {
  await build()
}
