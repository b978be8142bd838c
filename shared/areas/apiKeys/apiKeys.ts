import {
  instant,
  list,
  optional,
  reference,
  references,
  select,
  text,
} from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'

/** Who a key is for: its owner, or a program that belongs to its owner. */
export const apiKeyKinds = { personal: 'Personal', service: 'Service' } as const
export type ApiKeyKind = keyof typeof apiKeyKinds

export const apiKeyStatuses = { active: 'Active', expired: 'Expired', revoked: 'Revoked' } as const
export type ApiKeyStatus = keyof typeof apiKeyStatuses

const networkPattern = {
  matches: /^[\d.]+(\/\d{1,2})?$|^[\dA-Fa-f:.]+(\/\d{1,3})?$/,
  message:
    'Enter each network as an address such as 192.0.2.7, or with a prefix such as 192.0.2.0/24.',
}

/** Keys with which programs call the platform. The platform checks them at each call. */
export const apiKeys = defineResource({
  name: 'apiKeys',
  title: { one: 'API key', many: 'API keys' },
  about: "API keys let programs call the platform with some of their owner's permissions.",
  permission: 'apiKeys',
  fields: {
    name: text('Name', {
      max: 80,
      hint: 'Name the machine or the purpose. Logs show this name.',
    }),
    kind: select('Type', apiKeyKinds, {
      initial: 'personal',
      hints: {
        by: 'kind',
        of: {
          personal: 'For your own scripts and tools.',
          service:
            'For a machine or a program. You own the key, and it works only while you can sign in.',
        },
      },
    }),
    expiresAt: instant('Expires', { hint: 'One year from now at the latest.' }),
    permissions: list('Permissions', { max: 60 }),
    storeIds: references('Stores', 'stores', {
      hint: 'Leave blank for all of your stores.',
      emptyLabel: 'All stores of its owner',
    }),
    networks: list('Networks', {
      max: 43,
      maxEntries: 20,
      entryLabel: 'Network',
      pattern: networkPattern,
      emptyLabel: 'All networks',
      hint: 'Leave blank to allow all networks. For example, 192.0.2.0/24.',
    }),
  },
  derived: {
    ownerId: reference('Owner', 'users'),
    status: select('Status', apiKeyStatuses),
    suffix: text('Ends with', { max: 4 }),
    lastUsedAt: optional(instant('Last used')),
    lastUsedFrom: optional(text('Last used from', { max: 43 })),
    rotatedUntil: optional(instant('Old key works until')),
  },
  list: {
    columns: ['name', 'ownerId', 'lastUsedAt', 'expiresAt', 'status'],
    filters: ['kind', 'status', 'ownerId', 'expiresAt', 'lastUsedAt', 'storeIds'],
    tabs: 'status',
    search: ['name'],
    card: ['ownerId', 'expiresAt'],
    defaultPanel: null,
  },
  api: { writes: [], noBulkReason: 'Rotate or revoke an API key on its page.' },
  relations: { disambiguatingFields: ['kind'] },
})
