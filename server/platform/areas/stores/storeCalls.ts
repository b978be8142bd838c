import { uniqueStoreFields } from '#shared/areas/stores/storeAvailability.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import type { Call } from '#server/platform/core/http/call.ts'
import { impactParameter } from '#server/platform/core/http/impactParameter.ts'
import { stringSchema, integerSchema } from '#server/platform/core/http/schema.ts'
import { callSchemas } from '#server/platform/core/records/recordSchemas.ts'
import { objectSchema, startedJobSchema } from '#server/platform/core/http/schema.ts'
import { handleCheckStoreValueAvailability } from './domains/availability.ts'
import { handleLoadStoreCredits } from './figures/credits.ts'
import { handleScheduleStoreDeletion, handleCancelStoreDeletion } from './deletion.ts'
import { handleLoadStoreDomain, handleVerifyStoreDomain } from './domains/domain.ts'
import { handleDuplicateStore } from './handleDuplicateStore.ts'
import { handleListStoreIntegrations } from './figures/integrations.ts'
import { handleLoadStoreFigures } from './figures/storeFigures.ts'
import { sharedSetupKinds } from '#shared/areas/stores/storeSetupCalls.ts'
import { handleLoadFirstAdmin, handleInviteFirstAdmin } from './firstAdminCallHandlers.ts'
import { handleAssignSetup, handleListSetupOffers } from './setupOffers.ts'
import { handleLoadStoreReadiness } from './loadStoreReadiness.ts'
import { handleChangeStoreStatus, handleUndoStoreStatusChange } from './status.ts'
import { handleStartStoreChecks } from './storeChecks.ts'
import { handleLoadStoresHost } from './domains/storesHost.ts'
import { storeSchemas } from './storeSchemas.ts'
import { handleListStoreUses } from './storeUses.ts'

const storeReadOptions = {
  kind: 'read',
  permission: `${stores.permission}:read`,
  method: 'get',
} as const
const storeWriteOptions = { kind: 'write', permission: `${stores.permission}:write` } as const
const storeDeleteOptions = { kind: 'write', permission: `${stores.permission}:delete` } as const
const storeRecordResponse = { status: 200, schema: storeSchemas.record }

/**
 * The calls of stores, in addition to those of every resource (shared/areas/stores/, the files
 * named ...Calls.ts).
 */
export const storeCalls: readonly Call[] = [
  {
    ...storeReadOptions,
    path: '/stores/available',
    summary: 'Check whether a code, subdomain, or custom domain is available',
    query: [
      {
        name: 'field',
        description: 'The field to check',
        schema: { type: 'string', enum: uniqueStoreFields },
      },
      { name: 'value', description: 'The value to check', schema: stringSchema },
      {
        name: 'except',
        description: 'The ID of a store whose own value counts as available',
        schema: stringSchema,
      },
    ],
    success: { status: 200, schema: storeSchemas.availability },
    handler: handleCheckStoreValueAvailability,
  },
  {
    ...storeReadOptions,
    path: '/stores/host',
    summary: 'Get the host that store subdomains belong to',
    success: { status: 200, schema: objectSchema({ host: stringSchema }) },
    handler: handleLoadStoresHost,
  },
  {
    ...storeWriteOptions,
    method: 'post',
    path: '/stores/checks',
    summary: 'Start a job that checks the readiness of all stores',
    success: { status: 202, schema: startedJobSchema },
    handler: handleStartStoreChecks,
  },
  {
    ...storeWriteOptions,
    method: 'post',
    path: '/stores/:id/status',
    summary: 'Activate, suspend, or archive a store, or start or end maintenance',
    query: [impactParameter],
    body: storeSchemas.statusChange,
    ifMatch: 'required',
    success: storeRecordResponse,
    handler: handleChangeStoreStatus,
  },
  {
    ...storeWriteOptions,
    method: 'delete',
    path: '/stores/:id/status',
    summary: "Undo the store's last status change",
    ifMatch: 'required',
    success: storeRecordResponse,
    handler: handleUndoStoreStatusChange,
  },
  {
    ...storeDeleteOptions,
    method: 'post',
    path: '/stores/:id/deletion',
    summary: 'Archive a store and schedule its deletion',
    body: storeSchemas.deletion,
    ifMatch: 'required',
    success: storeRecordResponse,
    handler: handleScheduleStoreDeletion,
  },
  {
    ...storeDeleteOptions,
    method: 'delete',
    path: '/stores/:id/deletion',
    summary: "Restore a store that's scheduled for deletion",
    ifMatch: 'optional',
    success: storeRecordResponse,
    handler: handleCancelStoreDeletion,
  },
  {
    ...storeWriteOptions,
    method: 'post',
    path: '/stores/:id/duplicate',
    summary: 'Duplicate a store; the copy is a draft',
    body: storeSchemas.duplicate,
    success: { status: 201, schema: storeSchemas.record },
    handler: handleDuplicateStore,
  },
  {
    ...storeReadOptions,
    path: '/stores/:id/uses',
    summary: 'List the records that are deleted with this store',
    success: { status: 200, schema: callSchemas.usesAnswer },
    handler: handleListStoreUses,
  },
  {
    ...storeReadOptions,
    path: '/stores/:id/readiness',
    summary: "Get the store's readiness and what's missing",
    success: { status: 200, schema: storeSchemas.readiness },
    handler: handleLoadStoreReadiness,
  },
  {
    ...storeReadOptions,
    path: '/stores/:id/domain',
    summary: "Get the store's custom domain and its DNS records",
    success: { status: 200, schema: storeSchemas.domain },
    handler: handleLoadStoreDomain,
  },
  {
    kind: 'externalWrite',
    permission: `${stores.permission}:write`,
    method: 'post',
    path: '/stores/:id/domain/verification',
    summary: "Verify the store's custom domain in DNS",
    success: { status: 200, schema: storeSchemas.verification },
    errorStatuses: [429],
    handler: handleVerifyStoreDomain,
  },
  {
    ...storeReadOptions,
    path: '/stores/:id/figures',
    summary: "Get the store's figures for the last 30 days and the 30 days before that",
    success: { status: 200, schema: storeSchemas.figures },
    handler: handleLoadStoreFigures,
  },
  {
    ...storeReadOptions,
    path: '/stores/:id/credits',
    summary:
      "Get the store's outstanding credits, and the credits issued, redeemed, and expired in the last 30 days",
    success: { status: 200, schema: storeSchemas.credits },
    handler: handleLoadStoreCredits,
  },
  {
    ...storeReadOptions,
    path: '/stores/:id/integrations',
    summary: "List the store's integrations with their last test results",
    success: { status: 200, schema: storeSchemas.integrations },
    handler: handleListStoreIntegrations,
  },
  {
    ...storeReadOptions,
    path: '/stores/:id/admin',
    summary: "Get the account and invitation status of the store's first admin",
    success: { status: 200, schema: storeSchemas.admin },
    handler: handleLoadFirstAdmin,
  },
  {
    ...storeWriteOptions,
    method: 'post',
    path: '/stores/:id/admin/invitation',
    stepUp: 'always',
    summary: "Invite the store's first admin before the store is activated",
    success: { status: 200, schema: storeSchemas.admin },
    handler: handleInviteFirstAdmin,
  },
  {
    ...storeReadOptions,
    path: '/stores/:id/setups',
    summary: 'List existing setups that this store could use, for each kind of setup it lacks',
    success: { status: 200, schema: storeSchemas.setupOffers },
    handler: handleListSetupOffers,
  },
  {
    ...storeWriteOptions,
    method: 'post',
    path: '/stores/:id/setups',
    summary: 'Assign an existing setup to this store',
    body: objectSchema({ kind: { type: 'string', enum: sharedSetupKinds }, id: integerSchema }),
    success: storeRecordResponse,
    handler: handleAssignSetup,
  },
]
