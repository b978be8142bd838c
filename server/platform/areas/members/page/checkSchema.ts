import {
  arraySchema,
  integerSchema,
  nullableSchema,
  objectSchema,
  stringSchema,
} from '#server/platform/core/http/schema.ts'

/**
 * Builds the schema of a check's result: the answer, the check that explains it, the ID of the
 * record where it's fixed (`idName`), and all checks.
 */
export const buildCheckSchema = (
  names: readonly string[],
  states: readonly string[],
  idName: 'storeId' | 'groupId',
) =>
  objectSchema({
    answer: stringSchema,
    cause: nullableSchema({ type: 'string', enum: names }),
    [idName]: nullableSchema(integerSchema),
    checks: arraySchema(
      objectSchema({
        name: { type: 'string', enum: names },
        state: { type: 'string', enum: states },
        sentence: stringSchema,
      }),
    ),
  })
