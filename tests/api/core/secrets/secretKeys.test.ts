import { execFile } from 'node:child_process'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openServerDatabase } from '#server/platform/database/database.ts'
import { createLogSigner } from '#server/platform/areas/logs/checkpoints.ts'
import { runSecretsCommand as command } from '#server/platform/keys/command.ts'
import { addKey, loadOrCreateKeys } from '#server/platform/core/secrets/keyFile.ts'
import { formatKeys, createKey, KeyRing } from '#server/platform/core/secrets/keyRing.ts'
import type { SecretKey } from '#server/platform/core/secrets/keyRing.ts'
import { StartupError } from '#server/platform/settings.ts'
import { createDatabase } from '#tests/support/servers/newDatabase.ts'
import { hasPostgres } from '#tests/api/support/databases.ts'
import {
  createFolderWithTables,
  runPlatform,
  createTemporaryFolder,
} from '#tests/api/support/processes.ts'

const getKeyFile = (folder: string) => join(folder, 'secret-keys')

describe('The key of a data folder', () => {
  test('the key is created once and readable by its owner only', async () => {
    await using folder = await createTemporaryFolder()
    const first = loadOrCreateKeys(folder.path)
    expect(first).toEqual({
      keys: [{ id: expect.any(String), bytes: expect.any(Buffer) }],
      made: true,
    })
    expect((await stat(getKeyFile(folder.path))).mode & 0o777).toBe(0o600)
    expect(loadOrCreateKeys(folder.path)).toEqual({ keys: first.keys, made: false })
    expect(await readdir(folder.path)).toEqual(['secret-keys'])
  })

  test('a new key comes first, and the old one still decrypts', async () => {
    await using folder = await createTemporaryFolder()
    const { keys } = loadOrCreateKeys(folder.path)
    const keysAfter = addKey(folder.path)
    expect(keysAfter.slice(1)).toEqual(keys)
    expect(loadOrCreateKeys(folder.path)).toEqual({ keys: keysAfter, made: false })
    expect((await stat(getKeyFile(folder.path))).mode & 0o777).toBe(0o600)
    expect(await readdir(folder.path)).toEqual(['secret-keys'])
  })

  test('processes that start at the same time share one key', async () => {
    await using folder = await createTemporaryFolder()
    const source = `import { addKey, loadOrCreateKeys } from './server/platform/core/secrets/keyFile.ts'
      console.log(JSON.stringify(loadOrCreateKeys(process.env.FOLDER)))`
    const programs = Array.from({ length: 4 }, () =>
      run(['--input-type=module', '-e', source], { FOLDER: folder.path }),
    )
    const results = (await Promise.all(programs)).map(({ out }) => JSON.parse(out))
    expect(new Set(results.map(({ keys }) => keys[0].id)).size).toBe(1)
    expect(results.filter(({ made }) => made)).toHaveLength(1)
  })

  test('rejects a damaged key file with a sentence', async () => {
    await using folder = await createTemporaryFolder()
    const file = getKeyFile(folder.path)
    await writeFile(file, 'k1:hunter2')
    expect(() => loadOrCreateKeys(folder.path)).toThrow(StartupError)
    expect(() => loadOrCreateKeys(folder.path)).toThrow(
      `The file ${file} doesn't contain any keys, so secrets can't be decrypted. Restore the file from a backup.`,
    )
  })
})

type Run = { code: number; out: string; err: string }

function run(args: string[], env: Record<string, string>): Promise<Run> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    )
  })
}

/** Runs the script of `npm run secrets`. */
const runSecrets = (args: string[], env: Record<string, string>) =>
  run(['scripts/secrets.mjs', ...args], { PATH: process.env['PATH'] ?? '', ...env })

/** Each program opens the embedded database again. */
const severalProgramsMs = 300_000

describe('npm run secrets', () => {
  const commands =
    'npm run secrets -- count, npm run secrets -- rotate, or npm run secrets -- accept KEY.'

  test('without arguments, prints one sentence and exits with 1', async () => {
    await using folder = await createTemporaryFolder()
    const { code, out, err } = await runSecrets([], { DATA_DIR: folder.path })
    expect({ code, out, err }).toEqual({ code: 1, out: '', err: `Add an argument: ${commands}\n` })
  })

  test.each([[['seal']], [['rotate', 'now']], [['accept']]])(
    'rejects %j with a sentence',
    async (args) => {
      const printed: string[] = []
      const environment = { DATA_DIR: '/dev/null/data' }
      await expect(command(args, environment, (line) => printed.push(line))).rejects.toThrow(
        new StartupError(`These arguments aren't valid: ${args.join(' ')}. Use ${commands}`),
      )
      expect(printed).toEqual([])
    },
  )

  test.runIf(hasPostgres)(
    'signs log anchors again with the first key, and those of a lost key once it is accepted',
    async () => {
      const DATABASE_URL = await createDatabase('migrated')
      const { db, close } = await openServerDatabase(DATABASE_URL, () => {})
      const [first, second, third] = [createKey(), createKey(), createKey()]
      const anchor = { chain: 7, first: 1, seq: 3, hash: 'x', until: '2020-02-01T00:00:00.000Z' }
      const { key, signature } = createLogSigner({ secrets: new KeyRing([first]) })(anchor)
      await sql`insert into log_anchors (chain, first, seq, hash, until, key, signature)
        values (7, 1, 3, 'x', ${anchor.until}, ${key}, ${signature})`.execute(db)
      const runCommand = async (args: string[], ...keys: SecretKey[]) => {
        const output: string[] = []
        const environment = { DATABASE_URL, SECRET_KEYS: formatKeys(keys) }
        await command(args, environment, (line) => output.push(line))
        return output.join(' ')
      }
      expect(await runCommand(['count'], second, first)).toContain(
        `${second.id} (0), ${first.id} (1).`,
      )
      const rotateOutput = await runCommand(['rotate'], second, first)
      expect(rotateOutput).toContain(`1 log anchor is now signed with key ${second.id}.`)
      expect(rotateOutput).toContain(
        `Keys in use, with their secrets and log anchors: ${second.id} (1).`,
      )
      const lostOutput = await runCommand(['rotate'], third)
      expect(lostOutput).toContain(
        `The key "${second.id}" is missing, so 1 log anchor can't be verified.`,
      )
      expect(lostOutput).toContain(
        `Keys in use, with their secrets and log anchors: ${third.id} (0).`,
      )
      const acceptOutput = await runCommand(['accept', second.id], third)
      expect(acceptOutput).toContain(
        `Keys in use, with their secrets and log anchors: ${third.id} (1).`,
      )
      expect(acceptOutput).not.toContain('is missing')
      await expect(runCommand(['accept', third.id], third)).rejects.toThrow(/is available/)
      await close()
    },
  )

  test('needs SECRET_KEYS for a database server', async () => {
    const environment = { DATABASE_URL: 'postgres://127.0.0.1:1/x' }
    const rotation = command(['rotate'], environment, () => {})
    await expect(rotation).rejects.toThrow(StartupError)
    await expect(rotation).rejects.toThrow(
      /^Set SECRET_KEYS to the new key, followed by the previous keys\. [^\n]+$/,
    )
  })

  test(
    'rejects a folder in use, then puts a new key before the existing one',
    async () => {
      await using folder = await createFolderWithTables()
      const env = { DATA_DIR: folder.path, DEMO_DATA: 'none' }
      const keyMessage = 'we created a key that encrypts secrets'
      let text: string
      {
        await using platform = runPlatform(env)
        await platform.listening
        expect(platform.output.out).toContain(keyMessage)
        text = await readFile(getKeyFile(folder.path), 'utf8')
        expect(platform.output.out + platform.output.err).not.toContain(text.trim().split(':')[1])
        const { code, err } = await runSecrets(['rotate'], { DATA_DIR: folder.path })
        expect(code).toBe(1)
        expect(err).toMatch(/^Another process is using the data folder .*\. Stop that process.*\n$/)
        expect(await readFile(getKeyFile(folder.path), 'utf8')).toBe(text)
      }
      const { code, out, err } = await runSecrets(['rotate'], { DATA_DIR: folder.path })
      expect({ code, err }).toEqual({ code: 0, err: '' })
      const { keys } = loadOrCreateKeys(folder.path)
      expect(formatKeys(keys.slice(1))).toBe(text.trim())
      expect(out).toContain(`All secrets are encrypted with key ${keys[0]?.id}.`)
      expect(out).toContain(`Keys in use, with their secrets and log anchors: ${keys[0]?.id} (0).`)

      await rm(getKeyFile(folder.path))
      // With a database server a start takes a third of the time.
      const server = hasPostgres ? { DATABASE_URL: await createDatabase('migrated') } : {}
      await using platform = runPlatform({ ...env, ...server, SECRET_KEYS: formatKeys(keys) })
      await platform.listening
      expect(platform.output.out).not.toContain(keyMessage)
      expect(await readdir(folder.path)).not.toContain('secret-keys')
    },
    severalProgramsMs,
  )
})
