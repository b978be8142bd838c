import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { consoleFlags } from '#scripts/programs.mjs'

test('the image starts the console with the same memory flags as npm start', async () => {
  const command = ['node', ...consoleFlags, 'dist/server/main.js']
  const words = command.map((word) => `"${word}"`).join(', ')
  expect(await readFile('Dockerfile', 'utf8')).toContain(`\nCMD [${words}]\n`)
})
