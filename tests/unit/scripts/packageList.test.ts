import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { listPackages } from '#scripts/build.mjs'

type Component = { name: string; version: string; properties: { name: string }[] }

test('the software bill of materials lists every package, and marks those for development', async () => {
  const list = JSON.parse(await listPackages())
  const { dependencies, devDependencies } = JSON.parse(await readFile('package.json', 'utf8'))
  expect(list).toMatchObject({ bomFormat: 'CycloneDX', specVersion: expect.stringMatching(/^1\./) })
  const components: Component[] = list.components
  const isForDevelopment = (component: Component) =>
    component.properties.some(({ name }) => name === 'cdx:npm:package:development')
  const names = components.filter((one) => !isForDevelopment(one)).map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(Object.keys(dependencies)))
  // npm doesn't mark those types that a package of the programs also names.
  const tools = Object.keys(devDependencies).filter((name) => !name.startsWith('@types/'))
  const toolNames = components.filter(isForDevelopment).map(({ name }) => name)
  expect(toolNames).toEqual(expect.arrayContaining(tools))
  expect(components.find(({ name }) => name === 'react')).toMatchObject({
    licenses: [{ license: { id: 'MIT' } }],
    hashes: [{ alg: 'SHA-512' }],
  })
})
