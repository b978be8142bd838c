import { trainingCategories } from '#shared/areas/training/trainingCategories.ts'
import type { Call } from '#server/platform/core/http/call.ts'
import { arraySchema, stringSchema, integerSchema } from '#server/platform/core/http/schema.ts'
import { buildRecordSchemas } from '#server/platform/core/records/recordSchemas.ts'
import { objectSchema } from '#server/platform/core/http/schema.ts'
import { handleLoadTrainingCategoryCompletion } from './completion.ts'
import { handleDuplicateTrainingCategory } from './duplicateTrainingCategory.ts'

const { permission } = trainingCategories
const completionCountSchemas = {
  members: integerSchema,
  completed: integerSchema,
  overdue: integerSchema,
}

/**
 * The calls of training, in addition to those of every resource
 * (shared/areas/training/trainingCalls.ts).
 */
export const trainingCalls: readonly Call[] = [
  {
    kind: 'read',
    permission: `${permission}:read`,
    method: 'get',
    path: '/trainingCategories/:id/completion',
    summary: "Get the progress of each store's members in a training category",
    success: {
      status: 200,
      schema: objectSchema({
        required: integerSchema,
        ...completionCountSchemas,
        stores: arraySchema(
          objectSchema({ id: integerSchema, name: stringSchema, ...completionCountSchemas }),
        ),
        more: { type: 'boolean' },
      }),
    },
    handler: handleLoadTrainingCategoryCompletion,
  },
  {
    kind: 'write',
    permission: `${permission}:write`,
    method: 'post',
    path: '/trainingCategories/:id/duplicate',
    summary: 'Duplicate a training category with its content, as drafts',
    body: objectSchema({ title: stringSchema, slug: stringSchema }),
    success: { status: 201, schema: buildRecordSchemas(trainingCategories).record },
    handler: handleDuplicateTrainingCategory,
  },
]
