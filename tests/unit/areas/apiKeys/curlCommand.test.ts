import { expect, test } from 'vitest'
import { buildCurlCommand } from '#client/areas/apiKeys/buildCurlCommand.ts'

const build = (method: string, path: string, origin = 'https://api.example.com') =>
  buildCurlCommand({ method, path, summary: '' }, origin)

test('a command to read has the key as a variable', () => {
  expect(build('GET', '/sizes')).toBe(
    [`curl 'https://api.example.com/sizes' \\`, `  -H "Authorization: Bearer $API_KEY"`].join('\n'),
  )
})

test('a command to change names the parts to fill in', () => {
  const command = build('PATCH', '/sizes/:id')
  expect(command).toContain(`curl -X PATCH 'https://api.example.com/sizes/ID'`)
  expect(command).toContain(`If-Match: VERSION`)
  expect(command).toContain(`-d '{}'`)
})

test('without a public address, the command has a placeholder', () => {
  expect(build('GET', '/sizes', '')).toContain(`'https://PLATFORM/sizes'`)
})
