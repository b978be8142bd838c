import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { themes } from '#shared/areas/themes/themes.ts'
import { getRolloutBucket } from '#shared/areas/themes/rollout.ts'
import { buildArchive } from '#tests/api/support/archives.ts'
import { openSession, fetchToken } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { runProductJob } from '#tests/api/support/changingJob.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { getOutcomes } from '#tests/api/support/jobKinds.ts'
import { allPermissions } from '#tests/api/support/permissions.ts'
import { createStore } from '#tests/api/support/stores.ts'
import {
  buildManifest,
  buildPackage,
  rollOut,
  uploadPackage,
} from '#tests/api/support/themePackages.ts'

describe.each(chooseDatabases('PGlite'))('Theme versions on $name', (database) => {
  const platform = usePlatform(database, { seed: true })
  let call: Caller
  let token: string
  beforeAll(async () => {
    token = await fetchToken(platform(), platform().operator)
    call = await openSession(platform())
  })
  const createTheme = async (name: string): Promise<number> => {
    const code = name.toLowerCase()
    const body = { ...getInitialValues(themes), name, code, status: 'published' }
    return (await call('POST', '/themes', { body })).body.id
  }
  const uploadContent = (content: Buffer) => uploadPackage(platform(), token, content)
  const submitVersion = async (themeId: number, semver: string, content: Buffer) => {
    const { body: upload } = await uploadContent(content)
    const body = { themeId, semver, package: upload.id, changelog: `What is new in ${semver}` }
    return call('POST', '/themeVersions', { body })
  }
  const createVersion = async (themeId: number, name: string, semver: string): Promise<number> =>
    (await submitVersion(themeId, semver, await buildPackage(name, semver))).body.id

  test('a version matches its package, and the theme gets its image and settings from it', async () => {
    const id = await createTheme('Lagoon')
    const response = await submitVersion(id, '1.0.0', await buildPackage('Lagoon', '1.0.0'))
    expect(response).toMatchObject({
      status: 201,
      body: { semver: '1.0.0', rollout: 'new', stores: 0 },
    })
    const { body: loadedTheme } = await call('GET', `/themes/${id}`)
    expect(loadedTheme).toMatchObject({ latestVersion: '1.0.0', labels: { preview: 'shot.png' } })
    const file = await fetch(`${platform().url}/files/${loadedTheme.preview}`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect((await call('GET', `/files/${response.body.package}`)).status).toBe(200)
    expect((await call('GET', `/themes/${id}/settings`)).body).toMatchObject({
      semver: '1.0.0',
      colours: [{ name: 'background' }, { name: 'text', on: 'background' }],
      values: {},
    })
  })

  test('versions must increase, and a package must match its theme and version', async () => {
    const id = await createTheme('Ridge')
    expect((await submitVersion(id, '1.9.0', await buildPackage('ridge', '1.9.0'))).status).toBe(
      201,
    )
    const getFieldErrors = async (semver: string, content: Buffer) => {
      const { status, body } = await submitVersion(id, semver, content)
      expect(status).toBe(422)
      return body.fields
    }
    const notHigher = {
      semver: expect.stringContaining(
        'the latest version is 1.9.0. Enter a higher version in theme.json',
      ),
    }
    expect(await getFieldErrors('1.9.0', await buildPackage('Ridge', '1.9.0'))).toEqual(notHigher)
    expect(await getFieldErrors('1.8.9', await buildPackage('Ridge', '1.8.9'))).toEqual(notHigher)
    expect(await getFieldErrors('2.0.0', await buildPackage('Ridge', '2.0.1'))).toEqual({
      semver: 'Version: theme.json says 2.0.1. Enter 2.0.1 or upload another package.',
    })
    expect(await getFieldErrors('2.0.0', await buildPackage('Other', '2.0.0'))).toEqual({
      package: expect.stringContaining('the theme "Other", not Ridge'),
    })
    expect((await getFieldErrors('2.0', await buildPackage('Ridge', '2.0.0'))).semver).toContain(
      'three numbers',
    )
    expect((await submitVersion(id, '1.10.0', await buildPackage('Ridge', '1.10.0'))).status).toBe(
      201,
    )
    expect((await call('GET', `/themes/${id}`)).body.latestVersion).toBe('1.10.0')
  })

  test('an upload returns the values of theme.json, which fill in an empty version', async () => {
    const id = await createTheme('Delta')
    const { body: upload } = await uploadContent(await buildPackage('Delta', '3.1.4'))
    expect(upload.fills).toEqual({ semver: '3.1.4', themeId: 'Delta' })
    const body = { themeId: id, semver: null, package: upload.id, changelog: 'Read.' }
    expect(await call('POST', '/themeVersions', { body })).toMatchObject({
      status: 201,
      body: { semver: '3.1.4' },
    })
    const { body: rejection } = await call('POST', '/themeVersions', {
      body: { themeId: id, changelog: 'Without a package.' },
    })
    expect(Object.keys(rejection.fields)).toEqual(['package', 'semver'])
  })

  test.each([0, 2 ** 31, 2 ** 40])('an impossible package, %i, is rejected', async (file) => {
    const id = await createTheme(`Impossible ${file}`)
    const body = { themeId: id, package: file, changelog: 'Impossible.' }
    const { status, body: rejection } = await call('POST', '/themeVersions', { body })
    expect(status).toBe(422)
    expect(Object.keys(rejection.fields)).toContain('package')
  })

  test('only the changelog of a version can be changed', async () => {
    const id = await createVersion(await createTheme('Fixity'), 'Fixity', '1.0.0')
    const updateVersion = async (body: object) => {
      const { version: currentVersion } = (await call('GET', `/themeVersions/${id}`)).body
      return call('PATCH', `/themeVersions/${id}`, { body, ifMatch: currentVersion })
    }
    expect((await updateVersion({ semver: '1.0.1' })).body.fields).toEqual({
      semver: "Version can't be changed",
    })
    expect((await updateVersion({ changelog: 'Better told' })).status).toBe(200)
  })

  const buildManifestFile = (value: unknown) => ({
    name: 'theme.json',
    content: JSON.stringify(value),
  })
  const harborManifest = buildManifest('Harbour', '9.0.0')

  test.each([
    [
      'a path outside its folder',
      [buildManifestFile(harborManifest), { name: '../a.css' }],
      'points outside it',
    ],
    [
      'an absolute path',
      [buildManifestFile(harborManifest), { name: '/a.css' }],
      'points outside it',
    ],
    [
      'a drive path',
      [buildManifestFile(harborManifest), { name: 'C:/a.css' }],
      'points outside it',
    ],
    [
      'backslashes',
      [buildManifestFile(harborManifest), { name: 'a\\b.css' }],
      'path with backslashes',
    ],
    [
      'a symbolic link',
      [buildManifestFile(harborManifest), { name: 'a.css', mode: 0o120777 }],
      "isn't a regular file",
    ],
    [
      'a duplicate name',
      [buildManifestFile(harborManifest), { name: 'é.css' }, { name: 'E\u0301.css' }],
      ' twice',
    ],
    [
      'a control character',
      [buildManifestFile(harborManifest), { name: 'a\u0007.css' }],
      'contains invisible characters',
    ],
    [
      'an encrypted file',
      [buildManifestFile(harborManifest), { name: 'a.css', overrides: { flags: 0x801 } }],
      'encrypted',
    ],
    [
      'a wrong checksum',
      [buildManifestFile(harborManifest), { name: 'a.css', overrides: { crc: 1 } }],
      'the checksum of "a.css" doesn\'t match',
    ],
    [
      'a wrong size',
      [buildManifestFile(harborManifest), { name: 'a.css', overrides: { size: 9 } }],
      "doesn't match the listed size",
    ],
    [
      'a program file',
      [buildManifestFile(harborManifest), { name: 'a.php' }],
      "file type that isn't allowed",
    ],
    [
      'no theme.json',
      [{ name: 'a.css' }],
      'The package has no theme.json. Add one to its top-level folder, then upload the package again.',
    ],
    [
      'theme.json in a nested folder',
      [{ ...buildManifestFile(harborManifest), name: 'a/b/theme.json' }],
      'Move it there from a/b/theme.json',
    ],
    [
      'theme.json in another case',
      [{ ...buildManifestFile(harborManifest), name: 'a/Theme.json' }],
      'Rename a/Theme.json to theme.json',
    ],
    [
      "theme.json that isn't JSON",
      [{ name: 'theme.json', content: '{' }],
      "theme.json: the file isn't valid JSON. Check it with a JSON validator, then upload the package again.",
    ],
    [
      'theme.json that is too large',
      [buildManifestFile({ ...harborManifest, name: 'a'.repeat(100_001) })],
      'larger than 100 kB',
    ],
    [
      "a color that isn't valid",
      [
        buildManifestFile(
          buildManifest('Harbour', '9.0.0', {
            settings: { colours: { a: { label: 'A', default: 'red' } } },
          }),
        ),
      ],
      'settings.colours.a.default must be a color',
    ],
    [
      'a preview that is missing',
      [buildManifestFile({ ...harborManifest, preview: 'a.png' })],
      'the preview "a.png" isn\'t in the package',
    ],
    [
      "a preview that isn't an image",
      [buildManifestFile({ ...harborManifest, preview: 'a.png' }), { name: 'a.png' }],
      'damaged',
    ],
  ])('a package with %s is rejected', async (_what, parts, message) => {
    const { status, body } = await uploadContent(buildArchive(parts))
    expect({ status, body }).toMatchObject({
      status: 422,
      body: { fields: { package: expect.stringContaining(message) } },
    })
  })

  test('a package from macOS is read without the files that macOS added', async () => {
    const buildFile = (name: string, content: string) => ({ name: `Harbour/${name}`, content })
    const macOsFiles = ['Harbour/.DS_Store', '__MACOSX/Harbour/._theme.json', '__MACOSX/._Harbour']
    const { status } = await uploadContent(
      buildArchive([
        ...macOsFiles.map((name) => ({ name, content: '\0\x05\x16\x07' })),
        buildFile('theme.json', JSON.stringify(harborManifest)),
        buildFile('style.css', 'a{}'),
      ]),
    )
    expect(status).toBe(201)
  })

  test("a file that isn't a ZIP archive is rejected", async () => {
    expect((await uploadContent(Buffer.from('%PDF-1.7\n%%EOF'))).body.fields.package).toContain(
      'ZIP',
    )
    const junk = buildArchive([buildManifestFile(harborManifest)], Buffer.from('PK\x03\x04junk'))
    expect((await uploadContent(junk)).body.fields.package).toContain('damaged')
  })

  test('settings must have all fields of the package, with valid values', async () => {
    const id = await createTheme('Palette')
    const save = async (values: object) => {
      const { version: currentVersion } = (await call('GET', `/themes/${id}`)).body
      return call('PUT', `/themes/${id}/settings`, { body: { values }, ifMatch: currentVersion })
    }
    expect((await save({})).body.detail).toContain('Upload a version first')
    await createVersion(id, 'Palette', '1.0.0')
    const values = { background: '#0F172A', text: '#F8FAFC', body: 'Lora' }
    expect((await save({ ...values, body: 'Comic' })).body.fields.body).toBe(
      'Typeface must be one of Inter, Lora',
    )
    expect((await save({ ...values, text: 'white' })).body.fields.text).toContain('Text')
    expect((await save({ background: '#0F172A' })).status).toBe(422)
    expect((await save(values)).status).toBe(200)
    expect((await call('GET', `/themes/${id}/settings`)).body.values).toEqual(values)
    const { body: history } = await call('GET', `/themes/${id}/history`)
    expect(JSON.stringify(history)).toContain('themes.settings')
  })

  test('settings of a theme in use are saved after a confirmation of the affected stores', async () => {
    const id = await createTheme('Coral')
    await createVersion(id, 'Coral', '1.0.0')
    await Promise.all([1, 2].map(() => createStore(call, { themeId: id })))
    const { version: currentVersion } = (await call('GET', `/themes/${id}`)).body
    const save = (reach: string) =>
      call('PUT', `/themes/${id}/settings?reach=${reach}`, {
        body: { values: { background: '#0F172A', text: '#F8FAFC', body: 'Lora' } },
        ifMatch: currentVersion,
      })
    const { status, body } = await save('')
    expect([status, body.code, body.reach.reaches]).toEqual([409, 'unconfirmed', 2])
    expect((await call('GET', `/themes/${id}/settings`)).body.values).toEqual({})
    expect((await save(body.reach.token)).status).toBe(200)
  })

  test('only accounts for all stores change settings, and other accounts can read them', async () => {
    const id = await createTheme('Limited')
    await createVersion(id, 'Limited', '1.0.0')
    const store = await createStore(call, { themeId: id })
    const limited = await openSession(
      platform(),
      await platform().addAccount(allPermissions, [store.id]),
    )
    const path = `/themes/${id}/settings`
    const values = { background: '#0F172A', text: '#F8FAFC', body: 'Lora' }
    const { version: currentVersion } = (await call('GET', `/themes/${id}`)).body
    expect(await limited('PUT', path, { body: { values }, ifMatch: currentVersion })).toMatchObject(
      {
        status: 403,
        body: { detail: expect.stringContaining('affect all stores') },
      },
    )
    expect((await limited('GET', path)).body).toEqual((await call('GET', path)).body)
  })

  const runStep = async (id: number, event: string) => {
    const { status, body } = await rollOut(call, id, event)
    expect(status).toBe(200)
    if (body.job !== null) await runProductJob(platform(), body.job)
    return body
  }
  const loadRollout = async (id: number) => (await call('GET', `/themeVersions/${id}/rollout`)).body

  test('a version is rolled out in stages, paused, resumed, and rolled back', async () => {
    const themeId = await createTheme('Tide')
    const [first, second] = [
      await createVersion(themeId, 'Tide', '1.0.0'),
      await createVersion(themeId, 'Tide', '1.1.0'),
    ]
    const createdStores = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        createStore(call, { themeId, name: `Tide ${index}` }),
      ),
    )
    const ids = createdStores.map(({ id }) => Number(id))
    const findStoresInShare = (share: number, id: number) =>
      ids.filter((one) => getRolloutBucket(one, id) < share)
    await runStep(first, 'start')
    expect(await rollOut(call, second, 'start')).toMatchObject({
      status: 409,
      body: {
        code: 'wrong_state',
        detail: expect.stringContaining('1.0.0 is still being rolled out'),
      },
    })
    await runStep(first, 'widen')
    await runStep(first, 'widen')
    expect((await call('GET', `/themeVersions/${first}`)).body).toMatchObject({
      rollout: 'all',
      stores: 40,
    })

    await runStep(second, 'start')
    const firstStage = await loadRollout(second)
    expect(firstStage.stages.map((stage: { stores: number }) => stage.stores)).toEqual(
      [5, 25, 100].map((share) => findStoresInShare(share, second).length),
    )
    expect(firstStage.moved.map(({ storeId }: { storeId: number }) => storeId).sort()).toEqual(
      findStoresInShare(5, second).sort(),
    )
    const { job } = (await rollOut(call, second, 'widen')).body
    await runStep(second, 'pause')
    await runProductJob(platform(), job)
    expect(
      (await getOutcomes(platform().platform.db, job)).every(
        ([, outcome]) => outcome === 'unchanged',
      ),
    ).toBe(true)
    expect((await rollOut(call, second, 'widen')).body.detail).toContain(
      'while the rollout status is "25%, paused"',
    )
    await runStep(second, 'goOn')
    const secondStage = await loadRollout(second)
    expect(secondStage.moved.map(({ storeId }: { storeId: number }) => storeId).sort()).toEqual(
      findStoresInShare(25, second).sort(),
    )
    expect(secondStage.moved.every(({ from }: { from: string }) => from === '1.0.0')).toBe(true)
    // Adds a store during the rollout.
    await createStore(call, { themeId, name: 'Late' })

    await runStep(second, 'rollBack')
    const rollback = await loadRollout(second)
    expect(rollback.stages.map((stage: { running: number }) => stage.running)).toEqual([0, 0, 0])
    expect(rollback.moved.every(({ backAt }: { backAt: string | null }) => backAt !== null)).toBe(
      true,
    )
    expect((await call('GET', `/themeVersions/${first}`)).body.stores).toBe(40)
    const { rows } = await sql<{ changes: object }>`
      select changes from audit where event = 'stores.themeVersionChanged'
        and store_id = ${findStoresInShare(25, second)[0]} order by id desc limit 1`.execute(
      platform().platform.db,
    )
    expect(rows[0]?.changes).toEqual({ themeVersion: { before: '1.1.0', after: '1.0.0' } })
  })

  test('a step shows how many stores it changes, and from which version, until it is confirmed', async () => {
    const themeId = await createTheme('Strait')
    const [first, second] = [
      await createVersion(themeId, 'Strait', '1.0.0'),
      await createVersion(themeId, 'Strait', '1.1.0'),
    ]
    const names = Array.from({ length: 10 }, (_, index) => `Strait ${index}`)
    await Promise.all(names.map((name) => createStore(call, { themeId, name })))
    const sendStep = async (id: number, event: string, token = '') => {
      const { version: currentVersion } = (await call('GET', `/themeVersions/${id}`)).body
      const path = `/themeVersions/${id}/rollout?reach=${token}`
      return call('POST', path, { body: { event }, ifMatch: currentVersion })
    }
    const loadImpact = async (id: number, event: string) => (await sendStep(id, event)).body.reach
    for (const event of ['start', 'widen']) await runStep(first, event)
    expect(await loadImpact(first, 'widen')).toMatchObject({
      worse: [{ what: 'First version' }],
    })
    await runStep(first, 'widen')

    for (const event of ['start', 'widen']) await runStep(second, event)
    const movedCount = (await loadRollout(second)).moved.length
    const { reaches, worse, token } = await loadImpact(second, 'widen')
    expect([reaches, worse[0]?.what]).toEqual([10 - movedCount, 'Replaces 1.0.0'])
    expect((await call('GET', `/themeVersions/${second}`)).body.rollout).toBe('some')
    expect((await sendStep(second, 'widen', `${token}x`)).body.code).toBe('unconfirmed')
    const confirmation = await sendStep(second, 'widen', token)
    expect(confirmation.status).toBe(200)
    await runProductJob(platform(), confirmation.body.job)

    // A pause changes no store.
    expect((await sendStep(second, 'pause')).status).toBe(200)
    expect(await loadImpact(second, 'rollBack')).toMatchObject({
      reaches: 10,
      worse: [{ what: 'Restores 1.0.0', count: 10, examples: names.slice(0, 5) }],
    })
  })

  test("a rollout that can't start or end says why", async () => {
    const themeId = await createTheme('Cove')
    const [first, second] = [
      await createVersion(themeId, 'Cove', '1.0.0'),
      await createVersion(themeId, 'Cove', '1.1.0'),
    ]
    expect((await rollOut(call, first, 'pause')).body.detail).toContain('"Not rolled out"')
    expect((await rollOut(call, first, 'leap')).status).toBe(400)
    const unversioned = await call('POST', `/themeVersions/${first}/rollout`, {
      body: { event: 'start' },
    })
    expect(unversioned.status).toBe(428)
    for (const event of ['start', 'widen', 'widen']) await runStep(first, event)
    await runStep(second, 'start')
    expect((await rollOut(call, first, 'rollBack')).body.detail).toContain(
      '1.1.0 was rolled out after this version',
    )
    const { version: currentVersion } = (await call('GET', `/themes/${themeId}`)).body
    await call('PATCH', `/themes/${themeId}`, {
      body: { status: 'draft' },
      ifMatch: currentVersion,
    })
    expect((await rollOut(call, second, 'widen')).body.detail).toContain('published')
  })

  describe('Pilot stores', () => {
    const findStoreOutsideFirstStages = (ids: number[], id: number) =>
      ids.find((one) => getRolloutBucket(one, id) >= 25) ?? 0

    test('get the version first, before the next stages', async () => {
      const themeId = await createTheme('Shoal')
      const id = await createVersion(themeId, 'Shoal', '1.0.0')
      const createdStores = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          createStore(call, { themeId, name: `Shoal ${index}` }),
        ),
      )
      const ids = createdStores.map((store) => Number(store.id))
      const pilot = findStoreOutsideFirstStages(ids, id)
      const noPilotsMessage = 'No pilot stores are selected. Select some first.'
      expect((await rollOut(call, id, 'pilot')).body).toMatchObject({
        code: 'wrong_state',
        detail: noPilotsMessage,
      })
      expect((await loadRollout(id)).blocked).toEqual([
        {
          event: 'pilot',
          sentence: noPilotsMessage,
          link: { to: `/themes?versions&stores=${id}`, label: 'Select pilot stores' },
        },
      ])

      // Pasted codes select pilot stores; a store with another theme is skipped.
      const other = await createStore(call, { name: 'Elsewhere' })
      const code = createdStores.find((store) => store.id === pilot)?.code
      const plan = await call('POST', `/themeVersions/${id}/stores/plan`, {
        body: { change: 'add', codes: [code, other.code] },
      })
      expect(plan.body.refused).toMatchObject([
        { id: other.id, sentence: 'Uses a different theme.' },
      ])
      const additionJob = await call('POST', `/themeVersions/${id}/stores`, {
        body: { plan: plan.body.id },
      })
      await runProductJob(platform(), additionJob.body.id)
      expect((await call('GET', `/themeVersions/${id}`)).body.pilotIds).toEqual([pilot])

      await runStep(id, 'pilot')
      const first = await loadRollout(id)
      expect(first.pilots).toEqual({ stores: 1, running: 1 })
      expect(first.moved.map(({ storeId }: { storeId: number }) => storeId)).toEqual([pilot])
      await runStep(id, 'widen')
      const { moved } = await loadRollout(id)
      expect(moved.map(({ storeId }: { storeId: number }) => storeId).sort()).toEqual(
        [pilot, ...ids.filter((one) => getRolloutBucket(one, id) < 25)].sort(),
      )
      const { version: currentVersion } = (await call('GET', `/themeVersions/${id}`)).body
      const late = await call('PATCH', `/themeVersions/${id}`, {
        body: { pilotIds: ids },
        ifMatch: currentVersion,
      })
      expect(late.body.fields.pilotIds).toContain('before the rollout starts')
    })

    test('must use the theme', async () => {
      const themeId = await createTheme('Bay')
      const other = await createStore(call, { name: 'Bay Elsewhere' })
      const { body: upload } = await uploadContent(await buildPackage('Bay', '1.0.0'))
      const body = { themeId, package: upload.id, changelog: 'New.', pilotIds: [other.id] }
      expect((await call('POST', '/themeVersions', { body })).body.fields).toEqual({
        pilotIds: 'Pilot stores: Bay Elsewhere uses a different theme. Remove this store.',
      })
    })
  })

  describe("A stage that can't start says why, with the same text on the page and in the call", () => {
    const findBlockedStep = async (id: number, event: string) => {
      const { blocked } = await loadRollout(id)
      const step = blocked.find((one: { event: string }) => one.event === event)
      const { status, body } = await rollOut(call, id, event)
      expect([status, body.detail]).toEqual([409, step?.sentence])
      return step
    }

    test('if the previous stage is running or failed for some stores', async () => {
      const themeId = await createTheme('Firth')
      const id = await createVersion(themeId, 'Firth', '1.0.0')
      await Promise.all(
        Array.from({ length: 3 }, (_, index) =>
          createStore(call, { themeId, name: `Firth ${index}` }),
        ),
      )
      const stores = (await call('GET', `/stores?filter[themeId][eq]=${themeId}`)).body.data
      const { version: currentVersion } = (await call('GET', `/themeVersions/${id}`)).body
      const pilotIds = stores.map((store: { id: number }) => store.id)
      await call('PATCH', `/themeVersions/${id}`, { body: { pilotIds }, ifMatch: currentVersion })
      const { job } = (await rollOut(call, id, 'pilot')).body
      expect(await findBlockedStep(id, 'widen')).toMatchObject({
        sentence: 'The current stage is still running: 0 of 3 stores done. Wait until it finishes.',
        link: { to: `/themes?versions&jobs=${job}`, label: 'Open the job' },
      })
      await runProductJob(platform(), job)
      expect((await loadRollout(id)).blocked).toEqual([])

      const { db } = platform().platform
      await sql`update job_rows set outcome = 'failed'
        where job_id = ${job} and label = 'Firth 1'`.execute(db)
      await sql`delete from store_theme_versions
        where store_id = (select id from stores where name = 'Firth 1')`.execute(db)
      expect(await findBlockedStep(id, 'widen')).toMatchObject({
        sentence: 'The current stage failed in 1 store: Firth 1. Retry the job, or roll back.',
        link: { to: `/themes?versions&jobs=${job}` },
      })
      await sql`update job_rows set outcome = null where job_id = ${job} and label = 'Firth 1'`.execute(
        db,
      )
      await sql`update jobs set status = 'cancelled' where id = ${job}`.execute(db)
      expect((await findBlockedStep(id, 'widen')).sentence).toContain(
        'canceled before it reached 1 store.',
      )
    })

    test('if its theme is archived or another version is being rolled out', async () => {
      const themeId = await createTheme('Inlet')
      const [first, second] = [
        await createVersion(themeId, 'Inlet', '1.0.0'),
        await createVersion(themeId, 'Inlet', '1.1.0'),
      ]
      await runStep(first, 'start')
      expect(await findBlockedStep(second, 'start')).toMatchObject({
        sentence: expect.stringContaining('1.0.0 is still being rolled out'),
        link: { to: `/themes?versions&rollout=${first}`, label: 'Open the 1.0.0 rollout' },
      })
      const { version: currentVersion } = (await call('GET', `/themes/${themeId}`)).body
      await call('PATCH', `/themes/${themeId}`, {
        body: { status: 'archived' },
        ifMatch: currentVersion,
      })
      expect(await findBlockedStep(first, 'widen')).toMatchObject({
        sentence: expect.stringContaining('The status of Inlet is Archived'),
        link: { to: `/themes?publish=${themeId}`, label: 'Publish Inlet' },
      })
      expect((await rollOut(call, first, 'rollBack')).status).toBe(200)
    })
  })

  test('a version can be deleted only if no store uses it', async () => {
    const themeId = await createTheme('Quay')
    const id = await createVersion(themeId, 'Quay', '1.0.0')
    await createStore(call, { themeId })
    for (const event of ['start', 'widen', 'widen']) await runStep(id, event)
    expect(await call('DELETE', `/themeVersions/${id}`)).toMatchObject({
      status: 409,
      body: { code: 'in_use', uses: [{ kind: 'store', count: 1 }] },
    })
    await runStep(id, 'rollBack')
    expect((await call('DELETE', `/themeVersions/${id}`)).status).toBe(204)
    expect((await call('GET', `/themes/${themeId}`)).body.latestVersion).toBeNull()
  })

  test("an account for some stores sees only their changes and can't roll out a version", async () => {
    const themeId = await createTheme('Isle')
    const id = await createVersion(themeId, 'Isle', '1.0.0')
    const [mine] = await Promise.all([1, 2].map(() => createStore(call, { themeId })))
    for (const event of ['start', 'widen', 'widen']) await runStep(id, event)
    const limited = await openSession(
      platform(),
      await platform().addAccount(allPermissions, [mine.id]),
    )
    const { body } = await limited('GET', `/themeVersions/${id}/rollout`)
    expect(body.stages.at(-1)).toEqual({ share: 100, stores: 1, running: 1 })
    expect(body.moved.map(({ storeId }: { storeId: number }) => storeId)).toEqual([mine.id])
    expect((await limited('GET', `/themeVersions/${id}`)).body.stores).toBe(1)
    expect(body.blocked).toMatchObject([{ event: 'pause' }, { event: 'rollBack' }])
    const { version: currentVersion } = (await limited('GET', `/themeVersions/${id}`)).body
    const pilots = { body: { pilotIds: [mine.id] }, ifMatch: currentVersion }
    expect((await limited('PATCH', `/themeVersions/${id}`, pilots)).status).toBe(403)
    const rejection = await rollOut(limited, id, 'rollBack')
    expect([rejection.status, rejection.body.detail]).toEqual([403, body.blocked[0].sentence])
  })
})
