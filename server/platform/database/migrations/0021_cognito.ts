import type { Migration } from 'kysely/migration'
import {
  text,
  integer,
  textList,
  secret,
  unique,
  optional,
  searchText,
  recordColumns,
  integrationColumns,
  createTable,
} from './tables.ts'

export const cognito: Migration = {
  async up(db) {
    await createTable(db, 'cognito_setup', {
      ...recordColumns,
      name: text,
      user_pool_id: unique(text),
      client_id: text,
      domain: optional(text),
      default_redirect_url: optional(text),
      email_attribute: text,
      first_name_attribute: optional(text),
      last_name_attribute: optional(text),
      groups_attribute: optional(text),
      aws_access_key_id: optional(text),
      callback_urls: textList,
      logout_urls: textList,
      flows: textList,
      scopes: textList,
      access_minutes: integer,
      id_minutes: integer,
      refresh_days: integer,
      region: text,
      mfa: text,
      client_secret: secret,
      aws_secret_access_key: secret,
      search_text: searchText('name', 'user_pool_id', 'client_id'),
      ...integrationColumns,
    })
  },
}
