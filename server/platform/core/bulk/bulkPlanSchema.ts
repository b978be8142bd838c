import {
  arraySchema,
  instantSchema,
  integerSchema,
  nameSchema,
  objectSchema,
  stringSchema,
} from '../http/schema.ts'

const recordSideSchema = { type: 'object' }
/** The preview of a bulk action. */
export const bulkPlanSchema = nameSchema(
  'BulkPlan',
  objectSchema({
    id: integerSchema,
    expiresAt: instantSchema,
    counts: objectSchema({
      changes: integerSchema,
      unchanged: integerSchema,
      refused: integerSchema,
      total: integerSchema,
    }),
    first: arraySchema(
      objectSchema({
        id: integerSchema,
        label: stringSchema,
        before: recordSideSchema,
        after: recordSideSchema,
        warns: arraySchema(stringSchema),
      }),
    ),
    refused: arraySchema(
      objectSchema({ id: integerSchema, label: stringSchema, sentence: stringSchema }),
    ),
    warns: arraySchema(stringSchema),
    reaches: arraySchema(stringSchema),
  }),
)
