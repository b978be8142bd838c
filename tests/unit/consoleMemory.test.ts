import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { consoleMemory } from '#scripts/programs.mjs'

test('the image starts the console with what npm start tells Node of memory', async () => {
  const dockerfile = await readFile('Dockerfile', 'utf8')
  const command = ['node', ...consoleMemory.flags, 'dist/server/main.js']
  expect(dockerfile).toContain(`\nCMD [${command.map((word) => `"${word}"`).join(', ')}]\n`)
  const settings = Object.entries(consoleMemory.env).map(([name, value]) => `${name}=${value}`)
  expect(dockerfile).toContain(`\nENV ${settings.join(' ')}\n`)
})
