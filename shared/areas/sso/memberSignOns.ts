import {
  optionalInDraft,
  integer,
  list,
  neededToActivate,
  optional,
  reference,
  required,
  text,
  toggle,
} from '#shared/engine/fields/fields.ts'
import type { Field } from '#shared/engine/fields/fields.ts'
import type { Pattern } from '#shared/engine/fields/fieldParts.ts'
import { defineResource } from '#shared/engine/resource.ts'
import {
  integrationFields,
  integrationColumns,
} from '#shared/engine/integrations/integrationFields.ts'
import { createHttpsUrlPattern } from './httpsUrl.ts'

/**
 * Builds a pattern for `https`, or a scheme that only the app owns because it's a reversed domain
 * name (RFC 8252, 7.1): `com.shop.app:/cb`.
 */
const createAppUrlPattern = (label: string): Pattern => ({
  matches:
    /^(https:\/\/[^\s/$.?#@*][^\s"'<>@*#]*|[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:\/[^\s"'<>@*#]*)$/i,
  message: `${label} must start with https:// or the app's scheme, such as com.shop.app:/signed-in, and can't contain * or #.`,
})

const withInitial = <Value>(field: Field<Value>, initial: Value): Field<Value> => ({
  ...field,
  initial,
})

/**
 * Mobile SSO: how a store's members sign in to its mobile app (screens.md, "Member mobile
 * sign-on"). One per store.
 */
export const memberSignOns = defineResource({
  name: 'memberSignOns',
  path: '/stores/:storeId/member/mobile-sso/setup',
  title: { one: 'mobile SSO setup', many: 'mobile SSO setups' },
  about: "Mobile SSO lets a store's members sign in to its app through an OpenID provider.",
  permission: 'storesRead',
  fields: {
    name: text('App name', { max: 80 }),
    storeId: reference('Store', 'stores'),
    issuer: text('Issuer', {
      max: 500,
      pattern: createHttpsUrlPattern('Issuer'),
      hint: "Must match the provider's issuer exactly.",
    }),
    clientId: text('Client ID', {
      max: 200,
      hint: 'Use a public client, which has no secret and uses PKCE with S256.',
    }),
    scopes: list('Scopes', { max: 100, hint: 'openid, profile, and email are always requested.' }),
    redirectUris: required(
      list('Redirect URIs', {
        max: 500,
        maxEntries: 20,
        entryLabel: 'Redirect URI',
        pattern: createAppUrlPattern('Each redirect URI'),
        hint: 'Enter up to 20 URIs, exactly as registered with the provider. For example, https://shop.example.com/signed-in or com.shop.app:/signed-in.',
      }),
      'Enter at least one redirect URI.',
    ),
    logoutUris: list('Logout URIs', {
      max: 500,
      maxEntries: 20,
      entryLabel: 'Logout URI',
      pattern: createAppUrlPattern('Each logout URI'),
      hint: 'Enter up to 20 URIs.',
    }),
    iosBundleId: optionalInDraft(
      text('Bundle ID (iOS)', {
        max: 155,
        pattern: {
          matches: /^[A-Za-z0-9.-]+$/,
          message: 'Use only letters, digits, dots, and hyphens in the bundle ID.',
        },
      }),
      'Required for the iOS app',
    ),
    teamId: optionalInDraft(
      text('Apple team ID', {
        max: 10,
        min: 10,
        pattern: {
          matches: /^[A-Z0-9]{10}$/,
          message: 'Enter the Apple team ID: 10 capital letters and digits.',
        },
      }),
      'Required for the iOS app',
    ),
    androidPackage: optionalInDraft(
      text('Android package', {
        max: 255,
        pattern: {
          matches: /^[A-Za-z]\w*(\.[A-Za-z]\w*)+$/,
          message: 'Enter a package name with dots, such as com.shop.app.',
        },
      }),
      'Required for the Android app',
    ),
    fingerprints: neededToActivate(
      list('SHA-256 fingerprints', {
        max: 95,
        pattern: {
          matches: /^([0-9A-Fa-f]{2}:){31}[0-9A-Fa-f]{2}$/,
          message:
            'Enter each fingerprint as 32 pairs of hex digits (0-9, A-F), separated by colons.',
        },
        hint: "Enter a fingerprint for each certificate that signs the Android app, including Google Play's signing certificate.",
      }),
      'Required for the Android app',
    ),
    memberIdClaim: withInitial(
      text('Member ID claim', {
        max: 200,
        hint: 'Choose a claim whose value never changes and is never reused.',
      }),
      'sub',
    ),
    emailClaim: withInitial(optional(text('Email claim', { max: 200 })), 'email'),
    nameClaim: withInitial(optional(text('Name claim', { max: 200 })), 'name'),
    groupClaim: optional(
      text('Group claim', {
        max: 200,
        hint: "New members join this store's manual group whose name matches the claim's value.",
      }),
    ),
    createMembers: toggle('Create members on first sign-in', { initial: false }),
    defaultGroupId: optional(
      reference('Default group', 'memberGroups', {
        hint: 'Used for new members when no manual group matches the group claim.',
      }),
    ),
    idMinutes: integer('ID token (minutes)', {
      min: 1,
      max: 1440,
      initial: 60,
      hint: "Must match the provider's setting.",
    }),
    accessMinutes: integer('Access token (minutes)', {
      min: 1,
      max: 1440,
      initial: 60,
      hint: "Must match the provider's setting.",
    }),
    refreshDays: integer('Refresh token (days)', {
      min: 1,
      max: 3650,
      initial: 30,
      hint: "Must match the provider's setting.",
    }),
  },
  derived: { ...integrationFields },
  list: {
    columns: ['name', 'storeId', 'issuer', 'state', 'lastTestAt'],
    filters: ['name', 'storeId', 'issuer', 'state'],
    search: ['name', 'storeId'],
  },
  form: {
    sections: [
      { title: 'Provider', fields: ['name', 'storeId', 'issuer', 'clientId', 'scopes'] },
      {
        title: 'App',
        fields: [
          'redirectUris',
          'logoutUris',
          'iosBundleId',
          'teamId',
          'androidPackage',
          'fingerprints',
        ],
      },
      { title: 'Members', fields: ['createMembers', 'defaultGroupId'] },
      {
        title: 'Claim names',
        collapsed: true,
        fields: ['memberIdClaim', 'emailClaim', 'nameClaim', 'groupClaim'],
      },
      { title: 'Tokens', collapsed: true, fields: ['idMinutes', 'accessMinutes', 'refreshDays'] },
    ],
  },
  api: {
    comments: true,
    unique: [['storeId']],
    impact: { one: 'store', many: 'stores' },
    noBulkReason: 'Set up and test mobile SSO for one store at a time.',
    extraColumns: integrationColumns,
  },
  relations: { scope: 'storeId', parent: 'storeId' },
})
