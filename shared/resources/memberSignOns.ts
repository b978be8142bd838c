import {
  draftMayLack,
  integer,
  list,
  neededToActivate,
  optional,
  reference,
  required,
  text,
  toggle,
} from '../engine/fields/fields.ts'
import type { Field } from '../engine/fields/fields.ts'
import type { Pattern } from '../engine/fields/fieldParts.ts'
import { defineResource } from '../engine/resource.ts'
import { standing, standingAlso } from '../integrations/standing.ts'
import { safeAddress } from '../signOn/address.ts'
import { memberGroups } from './memberGroups.ts'
import { storeReference } from '../stores/storeReference.ts'

/** `https`, or a scheme that is an app's alone since it is made of its name (RFC 8252, 7.1): `com.shop.app:/cb`. */
const appAddress = (label: string): Pattern => ({
  matches:
    /^(https:\/\/[^\s/$.?#@*][^\s"'<>@*#]*|[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:\/[^\s"'<>@*#]*)$/i,
  message: `${label} must be https://... or the scheme of the app such as com.shop.app:/signed-in, without * and #`,
})

const initially = <Value>(field: Field<Value>, initial: Value): Field<Value> => ({
  ...field,
  initial,
})

/** How members of a store sign in to its mobile app (screens.md, "Member mobile sign-on"). One a store. */
export const memberSignOns = defineResource({
  name: 'memberSignOns',
  path: '/stores/:storeId/member/mobile-sso/setup',
  title: { one: 'mobile sign-on of members', many: 'member mobile sign-on' },
  about: 'Members of a store sign in to its app through an OpenID provider.',
  noBulk: 'A sign-on is set up and tested for one store at a time.',
  permission: 'storesRead',
  impact: storeReference.title,
  fields: {
    name: text('App name', { max: 80 }),
    storeId: reference('Store', storeReference),
    issuer: text('Issuer', {
      max: 500,
      pattern: safeAddress('Issuer'),
      hint: 'Exactly as it calls itself.',
    }),
    clientId: text('Client id', {
      max: 200,
      hint: 'Of a public client: it has no secret, PKCE with S256 protects it.',
    }),
    scopes: list('Scopes', { max: 100, hint: 'openid, profile and email are always asked for.' }),
    redirectUris: required(
      list('Redirect URIs', {
        max: 500,
        most: 20,
        entry: 'Redirect URI',
        pattern: appAddress('Each redirect URI'),
        hint: 'At most 20, exactly as registered: https://... or com.shop.app:/signed-in.',
      }),
      'Enter at least one redirect URI',
    ),
    logoutUris: list('Logout URIs', {
      max: 500,
      most: 20,
      entry: 'Logout URI',
      pattern: appAddress('Each logout URI'),
      hint: 'At most 20.',
    }),
    iosBundleId: draftMayLack(
      text('Bundle id (iOS)', {
        max: 155,
        pattern: {
          matches: /^[A-Za-z0-9.-]+$/,
          message: 'Bundle id must be letters, digits, dots and hyphens',
        },
      }),
      'Needed for the iOS app',
    ),
    teamId: draftMayLack(
      text('Apple team id', {
        max: 10,
        min: 10,
        pattern: {
          matches: /^[A-Z0-9]{10}$/,
          message: 'Apple team id must be 10 capitals and digits',
        },
      }),
      'Needed for the iOS app',
    ),
    androidPackage: draftMayLack(
      text('Android package', {
        max: 255,
        pattern: {
          matches: /^[A-Za-z]\w*(\.[A-Za-z]\w*)+$/,
          message: 'Android package must be names with dots between them, such as com.shop.app',
        },
      }),
      'Needed for the Android app',
    ),
    fingerprints: neededToActivate(
      list('SHA-256 fingerprints', {
        max: 95,
        pattern: {
          matches: /^([0-9A-Fa-f]{2}:){31}[0-9A-Fa-f]{2}$/,
          message: 'Each fingerprint must be 32 pairs of 0-9 and A-F with colons between them',
        },
        hint: 'Of the certificates that the Android app is signed with; Play has one of its own.',
      }),
      'Needed for the Android app',
    ),
    memberIdClaim: initially(
      text('Member id claim', { max: 200, hint: 'What never changes and is never given twice.' }),
      'sub',
    ),
    emailClaim: initially(optional(text('E-mail claim', { max: 200 })), 'email'),
    nameClaim: initially(optional(text('Name claim', { max: 200 })), 'name'),
    groupClaim: optional(
      text('Group claim', { max: 200, hint: 'Names a manual group of members of this store.' }),
    ),
    createMembers: toggle('Create members on first sign-in', { initial: false }),
    defaultGroupId: optional(
      reference('Default group', memberGroups, {
        hint: 'Of new members for whom the provider names none.',
      }),
    ),
    idMinutes: integer('Id token, minutes', {
      min: 1,
      max: 1440,
      initial: 60,
      hint: 'As the provider is set.',
    }),
    accessMinutes: integer('Access token, minutes', {
      min: 1,
      max: 1440,
      initial: 60,
      hint: 'As the provider is set.',
    }),
    refreshDays: integer('Refresh token, days', {
      min: 1,
      max: 3650,
      initial: 30,
      hint: 'As the provider is set.',
    }),
  },
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
      title: 'Names of claims',
      folded: true,
      fields: ['memberIdClaim', 'emailClaim', 'nameClaim', 'groupClaim'],
    },
    { title: 'Tokens', folded: true, fields: ['idMinutes', 'accessMinutes', 'refreshDays'] },
  ],
  derived: { ...standing },
  also: standingAlso,
  columns: ['name', 'storeId', 'issuer', 'state', 'lastTestAt'],
  filters: ['name', 'storeId', 'issuer', 'state'],
  search: ['name', 'storeId'],
  parent: 'storeId',
  scope: 'storeId',
  unique: [['storeId']],
})
