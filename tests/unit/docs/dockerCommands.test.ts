import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'docker-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Stands in for a program on the PATH: it appends its name and arguments to a log. */
function addRecorder(name: string): void {
  const path = join(folder, name)
  writeFileSync(
    path,
    `#!/bin/sh\n{ printf '%s' '${name}'; for word do printf '\\t%s' "$word"; done; echo; } >> "$COMMANDS"\n`,
  )
  chmodSync(path, 0o755)
}

for (const name of ['docker', 'curl']) addRecorder(name)

/** Runs the shell blocks of a page that call Docker, and returns the commands that they ran. */
function runDockerBlocks(page: string): string[][] {
  const blocks = [...readFileSync(page, 'utf8').matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)]
    .map(([, block = '']) => block)
    .filter((block) => /\bdocker /.test(block))
  const log = join(folder, 'commands')
  rmSync(log, { force: true })
  for (const block of blocks) {
    const { status, stderr } = spawnSync('sh', ['-eu', '-c', block], {
      encoding: 'utf8',
      env: { PATH: `${folder}${delimiter}${process.env['PATH']}`, COMMANDS: log },
    })
    expect(stderr).toBe('')
    expect(status).toBe(0)
  }
  return readFileSync(log, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('\t'))
}

const dockerfile = readFileSync('Dockerfile', 'utf8')
const targets = [...dockerfile.matchAll(/^FROM \S+ AS (\w+)$/gm)].map(([, target = '']) => target)

/** The image that a container runs: the last argument of `docker run`. */
const getImage = (command: readonly string[]) => command.at(-1) ?? ''

const getOptions = (command: readonly string[], option: string) =>
  command.flatMap((word, index) => (word === option ? [command[index + 1] ?? ''] : []))

describe.each(['README.md', 'server/docs/deploy.md'])('The Docker commands of %s', (page) => {
  const commands = runDockerBlocks(page)
  const runs = commands.filter(([program, action]) => program === 'docker' && action === 'run')

  test('build the images that they run, from targets of the Dockerfile', () => {
    const builds = commands.filter(([, action]) => action === 'build')
    const images = builds.map((command) => getOptions(command, '-t')[0] ?? '')
    // Without a target, Docker builds the last one.
    const built = builds.map((command) => getOptions(command, '--target')[0] ?? targets.at(-1))
    expect(built).toEqual(images)
    expect(targets).toEqual(expect.arrayContaining(images))
    expect(new Set(runs.map(getImage))).toEqual(new Set(images))
  })

  test('publish the ports that the images listen on, each on a port of its own', () => {
    const published = runs.flatMap((command) =>
      getOptions(command, '-p').map((port) => ({ image: getImage(command), port })),
    )
    const hostPorts = published.map(({ port }) => port.split(':')[1])
    expect(new Set(hostPorts).size).toBe(published.length)
    for (const { image, port } of published) {
      const [, stage = ''] = dockerfile.split(` AS ${image}\n`)
      const [, exposed] = /^EXPOSE (\d+)$/m.exec(stage.split(/^FROM /m)[0] ?? '') ?? []
      expect([exposed, '9400']).toContain(port.split(':')[2])
    }
  })
})

test('the commands of server/docs/deploy.md name the same containers', () => {
  const commands = runDockerBlocks('server/docs/deploy.md')
  const started = commands.flatMap((command) => getOptions(command, '--name'))
  expect(started).toEqual(['platform', 'console-0', 'console-1'])
  const later = commands.filter(([, action = '']) => ['restart', 'exec'].includes(action))
  expect(later.map(([, , container]) => container).toSorted()).toEqual([
    'console-0',
    'console-1',
    'platform',
  ])
  const checked = commands
    .filter(([program]) => program === 'curl')
    .map((command) => command.at(-1))
  expect(checked).toEqual(['http://127.0.0.1:3000/readyz', 'http://127.0.0.1:3010/readyz'])
})

test('the Dockerfile pins each base image by its digest', () => {
  const images = [...readFileSync('Dockerfile', 'utf8').matchAll(/^FROM (\S+:\S+)/gm)].map(
    ([, image = '']) => image,
  )
  expect(images).toHaveLength(2)
  for (const image of images) expect(image).toMatch(/@sha256:[\da-f]{64}$/)
})
