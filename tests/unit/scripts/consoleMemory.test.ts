import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { consoleMemory } from '#scripts/programs.mjs'

test('the image starts the console with the memory that npm start gives it', async () => {
  const dockerfile = await readFile('Dockerfile', 'utf8')
  const image = dockerfile.slice(dockerfile.indexOf('AS console'))
  const command = ['node', ...consoleMemory.flags, 'dist/server/main.js']
  expect(image).toContain(`\nCMD [${command.map((word) => `"${word}"`).join(', ')}]\n`)
  const [, settings = ''] = /^ENV (.*)$/m.exec(image) ?? []
  for (const [name, value] of Object.entries(consoleMemory.env))
    expect(settings.split(' ')).toContain(`${name}=${value}`)
})
