import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { consoleHeap } from '#scripts/programs.mjs'

test('the image starts the console with the heap that npm start gives it', async () => {
  const dockerfile = await readFile('Dockerfile', 'utf8')
  const command = ['node', ...consoleHeap, 'dist/server/main.js']
  expect(dockerfile).toContain(`\nCMD [${command.map((word) => `"${word}"`).join(', ')}]\n`)
})
