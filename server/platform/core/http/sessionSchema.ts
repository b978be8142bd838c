import {
  arraySchema,
  instantSchema,
  integerSchema,
  nameSchema,
  nullableSchema,
  objectSchema,
  stringSchema,
} from './schema.ts'

/** A list of sessions (auth/sessions.ts). `current` is the one that makes the call. */
export const sessionListSchema = nameSchema(
  'Sessions',
  objectSchema({
    data: arraySchema(
      objectSchema({
        id: integerSchema,
        agent: nullableSchema(stringSchema),
        ip: nullableSchema(stringSchema),
        createdAt: instantSchema,
        lastSeen: instantSchema,
        current: { type: 'boolean' },
      }),
    ),
  }),
)
