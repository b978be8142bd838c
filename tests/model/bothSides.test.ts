import { globSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createActor } from 'xstate'
import type { AnyActor } from 'xstate'
import { bulkMachine } from '#machines/bulk.ts'
import { buttonMachine } from '#machines/button.ts'
import { importingMachine } from '#machines/importing.ts'
import { jobsMachine } from '#machines/jobs.ts'
import { notificationsMachine } from '#machines/notifications.ts'
import { recordFormMachine } from '#machines/recordForm/index.ts'
import { resetPasswordMachine } from '#machines/resetPassword.ts'
import { sessionMachine } from '#machines/session.ts'
import { sideMenuMachine } from '#machines/sideMenu.ts'
import { findStarters } from '#scripts/machines/machinesReadme.ts'
import { buildJob } from '#tests/support/jobs.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const generate = () => 'aB3!cD4?eF5gH6i'
const validate = () => ({})
const user = { id: 7, storeId: 1, sIdentifier: 1 as const }

/** Creates a machine on the server, and in the browser from the JSON in the server's page. */
function createBothSides<Sent>(input: Sent, create: (input: Sent) => AnyActor) {
  return {
    onServer: () => create(input),
    // Inputs are JSON, so a copy through text keeps their type.
    inBrowser: () => create(JSON.parse(JSON.stringify(input)) as Sent),
  }
}

const machines = {
  session: createBothSides({ authenticated: true, user, permissions: ['Sizes'] }, (input) =>
    createActor(sessionMachine, { input }),
  ),
  resetPassword: createBothSides({ open: true }, (input) =>
    createActor(resetPasswordMachine, { input: { ...input, generate } }),
  ),
  notifications: createBothSides(
    { items: [{ type: 'success' as const, text: 'Saved.' }] },
    (input) => createActor(notificationsMachine, { input }),
  ),
  button: createBothSides({ loading: true }, (input) => createActor(buttonMachine, { input })),
  bulk: createBothSides({ isPlanned: true, job: null }, (input) =>
    createActor(bulkMachine, { input }),
  ),
  jobs: createBothSides({ initialActive: 0, jobs: [buildJob({})] }, (input) =>
    createActor(jobsMachine, { input }),
  ),
  importing: createBothSides({ known: null }, (input) => createActor(importingMachine, { input })),
  sideMenu: createBothSides({ width: null }, (input) => createActor(sideMenuMachine, { input })),
  recordForm: createBothSides(
    { values: { name: '' }, errors: { name: 'Name is a required field' } },
    (input) => createActor(recordFormMachine, { input: { ...input, validate } }),
  ),
}

/** The files that start each machine. Files in `client/` also run on the server when it renders. */
const starts: Record<string, string[]> = {
  approvalMachine: ['client/areas/credits/panels.tsx'],
  availabilityMachine: ['client/areas/stores/create/useAvailabilitySync.ts'],
  bulkMachine: ['client/list/bulk/BulkPanel.tsx'],
  buttonMachine: ['client/ui/Button.tsx'],
  createStoreMachine: [
    'client/areas/stores/create/CreateStoreWizard.tsx',
    'client/areas/stores/create/wizardAction.ts',
  ],
  importingMachine: ['client/list/imports/ImportPanel.tsx'],
  integrationMachine: [], // No page starts it: the platform enforces its table.
  invitationMachine: [], // No page starts it: the platform enforces its table.
  jobsMachine: ['client/parts/jobs/useJobsActor.ts'],
  notificationMachine: ['machines/notifications.ts'],
  notificationsMachine: ['client/runtime/actors.ts'],
  paymentAttemptMachine: [], // No page starts it: the platform enforces its table.
  quizMachine: ['client/areas/training/QuizPreview.tsx'],
  recordFormMachine: ['client/form/useRecordForm.ts'],
  refundMachine: [], // No page starts it: the platform enforces its table.
  resetPasswordMachine: [
    'client/parts/password/useResetPasswordActor.ts',
    'server/console/render/passwordForm.ts',
  ],
  rolloutMachine: ['client/areas/themes/versionPanels.tsx'],
  scheduledChangeMachine: [], // As that of refunds.
  sessionMachine: ['client/runtime/actors.ts'],
  sideMenuMachine: ['client/runtime/actors.ts'],
  uploadMachine: ['client/parts/FileUpload.tsx'],
}

test('every exported machine is started only by its listed files', () => {
  const exportedNames = globSync('machines/{*,*/index}.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^export const (\w+Machine) =/gm)].map(
      ([, name]) => name,
    ),
  )
  expect(exportedNames.toSorted()).toEqual(Object.keys(starts))
  for (const [name, files] of Object.entries(starts)) expect(findStarters(name)).toEqual(files)
})

describe.each(Object.entries(machines))('%s', (_, { onServer, inBrowser }) => {
  test('has the same snapshot on the server and in the browser', () => {
    expect(renderOnce(inBrowser())).toEqual(renderOnce(onServer()))
  })

  test('leaves no timer behind on the server', () => {
    renderOnce(onServer())
    expect(vi.getTimerCount()).toBe(0)
  })
})

test('a running notification sets a timer', () => {
  const actor = machines.notifications.inBrowser().start()
  expect(vi.getTimerCount()).toBe(1)
  actor.stop()
})

/** Starts a machine, reads its snapshot, and stops it, as a server does. */
function renderOnce(actor: AnyActor) {
  const { value, context, tags } = actor.start().getSnapshot()
  actor.stop()
  return { value, context, tags }
}
