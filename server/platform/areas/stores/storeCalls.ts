import { uniqueStoreFields } from '#shared/areas/stores/storeAvailability.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import type { Call } from '#server/platform/core/http/call.ts'
import { reachParameter } from '#server/platform/core/http/reachParameter.ts'
import { text, whole } from '#server/platform/core/http/schema.ts'
import { object, schemas } from '#server/platform/core/http/schemas.ts'
import { answerAvailable } from './domains/available.ts'
import { answerCredits } from './figures/credits.ts'
import { planDeletion, restoreStore } from './deletion.ts'
import { answerDomain, verifyDomain } from './domains/domain.ts'
import { duplicateStore } from './duplicate.ts'
import { answerIntegrations } from './figures/integrations.ts'
import { answerFigures } from './figures/overview.ts'
import { sharedSetupKinds } from '#shared/areas/stores/storeSetupCalls.ts'
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

/** The calls of stores besides those that every resource has (shared/areas/stores/, the files named ...Calls.ts). */
export const storeCalls: readonly Call[] = [
  {
    ...read,
    path: '/stores/available',
    summary: 'Check whether a code, subdomain, or custom domain is available',
    query: [
      {
        name: 'field',
        description: 'The field to check',
        schema: { type: 'string', enum: uniqueStoreFields },
      },
      { name: 'value', description: 'The value to check', schema: text },
      {
        name: 'except',
        description: 'The ID of a store whose own value counts as available',
        schema: text,
      },
    ],
    success: { status: 200, schema: storeSchemas.availability },
    answer: answerAvailable,
  },
  {
    ...read,
    path: '/stores/host',
    summary: 'Get the host that store subdomains belong to',
    success: { status: 200, schema: object({ host: text }) },
    answer: answerHost,
  },
  {
    ...write,
    method: 'post',
    path: '/stores/checks',
    summary: 'Start a job that checks the readiness of all stores',
    success: { status: 202, schema: object({ id: whole }) },
    refusals: [409, 422],
    answer: checkAllStores,
  },
  {
    ...write,
    method: 'post',
    path: '/stores/:id/status',
    summary: 'Activate, suspend, or archive a store, or start or end maintenance',
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
    summary: "Undo the store's last status change",
    ifMatch: 'required',
    success: record,
    refusals: [409, 422, 428],
    answer: undoStatusChange,
  },
  {
    ...remove,
    method: 'post',
    path: '/stores/:id/deletion',
    summary: 'Archive a store and schedule its deletion',
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
    summary: 'Restore a store whose deletion is scheduled',
    ifMatch: 'optional',
    success: record,
    refusals: [409, 422],
    answer: restoreStore,
  },
  {
    ...write,
    method: 'post',
    path: '/stores/:id/duplicate',
    summary: 'Duplicate a store; the copy is a draft',
    body: storeSchemas.duplicate,
    success: { status: 201, schema: storeSchemas.record },
    refusals: [409, 413, 415, 422],
    answer: duplicateStore,
  },
  {
    ...read,
    path: '/stores/:id/uses',
    summary: 'List the records that are deleted with this store',
    success: { status: 200, schema: schemas.usesAnswer },
    answer: answerStoreUses,
  },
  {
    ...read,
    path: '/stores/:id/readiness',
    summary: "Get the store's readiness and what's missing",
    success: { status: 200, schema: storeSchemas.readiness },
    answer: answerReadiness,
  },
  {
    ...read,
    path: '/stores/:id/domain',
    summary: "Get the store's custom domain and its DNS records",
    success: { status: 200, schema: storeSchemas.domain },
    answer: answerDomain,
  },
  {
    kind: 'asking',
    needs: `${stores.permission}:write`,
    method: 'post',
    path: '/stores/:id/domain/verification',
    summary: "Verify the store's custom domain in DNS",
    success: { status: 200, schema: storeSchemas.verification },
    refusals: [409, 422, 429],
    answer: verifyDomain,
  },
  {
    ...read,
    path: '/stores/:id/figures',
    summary: "Get the store's figures for the last 30 days and the 30 days before that",
    success: { status: 200, schema: storeSchemas.figures },
    answer: answerFigures,
  },
  {
    ...read,
    path: '/stores/:id/credits',
    summary:
      "Get the store's outstanding credits, and the credits issued, redeemed, and expired in the last 30 days",
    success: { status: 200, schema: storeSchemas.credits },
    answer: answerCredits,
  },
  {
    ...read,
    path: '/stores/:id/integrations',
    summary: "List the store's integrations with their last test results",
    success: { status: 200, schema: storeSchemas.integrations },
    answer: answerIntegrations,
  },
  {
    ...read,
    path: '/stores/:id/admin',
    summary: "Get the account and invitation status of the store's first admin",
    success: { status: 200, schema: storeSchemas.admin },
    answer: answerFirstAdmin,
  },
  {
    ...write,
    method: 'post',
    path: '/stores/:id/admin/invitation',
    summary: "Invite the store's first admin before the store is activated",
    success: { status: 200, schema: storeSchemas.admin },
    refusals: [409, 422],
    answer: answerInviteFirstAdmin,
  },
  {
    ...read,
    path: '/stores/:id/setups',
    summary: 'List existing setups that this store could use, for each kind of setup it lacks',
    success: { status: 200, schema: storeSchemas.setupOffers },
    answer: answerSetupOffers,
  },
  {
    ...write,
    method: 'post',
    path: '/stores/:id/setups',
    summary: 'Assign an existing setup to this store',
    body: object({ kind: { type: 'string', enum: sharedSetupKinds }, id: whole }),
    success: record,
    refusals: [409, 413, 415, 422],
    answer: answerAssignSetup,
  },
]
