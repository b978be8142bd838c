import { uniqueStoreFields } from '#shared/stores/storeAvailability.ts'
import { stores } from '#shared/resources/stores.ts'
import type { Call } from '../http/call.ts'
import { reachParameter } from '../openapi/reachParameter.ts'
import { text, whole } from '../openapi/schema.ts'
import { object, schemas } from '../openapi/schemas.ts'
import { answerAvailable } from './domains/available.ts'
import { answerCredits } from './credits.ts'
import { planDeletion, restoreStore } from './deletion.ts'
import { answerDomain, verifyDomain } from './domains/domain.ts'
import { duplicateStore } from './duplicate.ts'
import { answerIntegrations } from './integrations.ts'
import { answerFigures } from './overview.ts'
import { sharedSetupKinds } from '#shared/stores/storeSetupCalls.ts'
import { answerFirstAdmin, answerInviteFirstAdmin } from './firstAdminCalls.ts'
import { answerAssignSetup, answerSetupOffers } from './setupOffers.ts'
import { answerReadiness } from './answerReadiness.ts'
import { changeStatus, undoStatusChange } from './status.ts'
import { checkAllStores } from './storeChecks.ts'
import { answerHost } from './domains/storeHost.ts'
import { storeSchemas } from './storeSchemas.ts'
import { answerStoreUses } from './uses.ts'

const read = { kind: 'read', needs: `${stores.permission}:read`, method: 'get' } as const
const write = { kind: 'write', needs: `${stores.permission}:write` } as const
const remove = { kind: 'write', needs: `${stores.permission}:delete` } as const
const record = { status: 200, schema: storeSchemas.record }

/** The calls of stores besides those that every resource has (shared/stores/, the files named ...Calls.ts). */
export const storeCalls: readonly Call[] = [
  {
    ...read,
    path: '/stores/available',
    summary: 'Whether a store could have this code, subdomain or domain',
    query: [
      {
        name: 'field',
        description: 'Which field',
        schema: { type: 'string', enum: uniqueStoreFields },
      },
      { name: 'value', description: 'Its value', schema: text },
      { name: 'except', description: 'The store that may keep its own value', schema: text },
    ],
    success: { status: 200, schema: storeSchemas.availability },
    answer: answerAvailable,
  },
  {
    ...read,
    path: '/stores/host',
    summary: 'The host that the subdomains of stores stand below',
    success: { status: 200, schema: object({ host: text }) },
    answer: answerHost,
  },
  {
    ...write,
    method: 'post',
    path: '/stores/checks',
    summary: 'Run the checks of the readiness of all stores, as a job',
    success: { status: 202, schema: object({ id: whole }) },
    refusals: [409, 422],
    answer: checkAllStores,
  },
  {
    ...write,
    method: 'post',
    path: '/stores/:id/status',
    summary: 'Activate, suspend or archive a store, start or end its maintenance',
    query: [reachParameter('payments in test mode')],
    body: storeSchemas.statusChange,
    ifMatch: 'required',
    success: record,
    refusals: [409, 413, 415, 422, 428],
    answer: changeStatus,
  },
  {
    ...write,
    method: 'delete',
    path: '/stores/:id/status',
    summary: 'Put back what the last change of the status changed',
    ifMatch: 'required',
    success: record,
    refusals: [409, 422, 428],
    answer: undoStatusChange,
  },
  {
    ...remove,
    method: 'post',
    path: '/stores/:id/deletion',
    summary: 'Archive a store, to be deleted after a hold',
    body: storeSchemas.deletion,
    ifMatch: 'required',
    success: record,
    refusals: [409, 413, 415, 422, 428],
    answer: planDeletion,
  },
  {
    ...remove,
    method: 'delete',
    path: '/stores/:id/deletion',
    summary: 'Keep a store that was to be deleted',
    ifMatch: 'optional',
    success: record,
    refusals: [409, 422],
    answer: restoreStore,
  },
  {
    ...write,
    method: 'post',
    path: '/stores/:id/duplicate',
    summary: 'Create a draft store from another one',
    body: storeSchemas.duplicate,
    success: { status: 201, schema: storeSchemas.record },
    refusals: [409, 413, 415, 422],
    answer: duplicateStore,
  },
  {
    ...read,
    path: '/stores/:id/uses',
    summary: 'What goes with this store when it is deleted',
    success: { status: 200, schema: schemas.usesAnswer },
    answer: answerStoreUses,
  },
  {
    ...read,
    path: '/stores/:id/readiness',
    summary: 'How ready this store is, as lists show it, and what it lacks',
    success: { status: 200, schema: storeSchemas.readiness },
    answer: answerReadiness,
  },
  {
    ...read,
    path: '/stores/:id/domain',
    summary: "The store's own domain and the DNS records that prove it",
    success: { status: 200, schema: storeSchemas.domain },
    answer: answerDomain,
  },
  {
    kind: 'asking',
    needs: `${stores.permission}:write`,
    method: 'post',
    path: '/stores/:id/domain/verification',
    summary: "Ask DNS for the records of the store's own domain",
    success: { status: 200, schema: storeSchemas.verification },
    refusals: [409, 422, 429],
    answer: verifyDomain,
  },
  {
    ...read,
    path: '/stores/:id/figures',
    summary: 'What happened in this store in the last 30 days, and in the 30 before',
    success: { status: 200, schema: storeSchemas.figures },
    answer: answerFigures,
  },
  {
    ...read,
    path: '/stores/:id/credits',
    summary:
      'What the members of this store hold in credits, and what happened in the last 30 days',
    success: { status: 200, schema: storeSchemas.credits },
    answer: answerCredits,
  },
  {
    ...read,
    path: '/stores/:id/integrations',
    summary: 'What this store is joined to, and how each did when it was tested last',
    success: { status: 200, schema: storeSchemas.integrations },
    answer: answerIntegrations,
  },
  {
    ...read,
    path: '/stores/:id/admin',
    summary: "The account of this store's first admin, and whether it was invited",
    success: { status: 200, schema: storeSchemas.admin },
    answer: answerFirstAdmin,
  },
  {
    ...write,
    method: 'post',
    path: '/stores/:id/admin/invitation',
    summary: "Invite this store's first admin now, before the store is activated",
    success: { status: 200, schema: storeSchemas.admin },
    refusals: [409, 422],
    answer: answerInviteFirstAdmin,
  },
  {
    ...read,
    path: '/stores/:id/setups',
    summary: 'Existing setups that this store could use, for each kind that it lacks',
    success: { status: 200, schema: storeSchemas.setupOffers },
    answer: answerSetupOffers,
  },
  {
    ...write,
    method: 'post',
    path: '/stores/:id/setups',
    summary: 'Use an existing setup for this store',
    body: object({ kind: { type: 'string', enum: sharedSetupKinds }, id: whole }),
    success: record,
    refusals: [409, 413, 415, 422],
    answer: answerAssignSetup,
  },
]
