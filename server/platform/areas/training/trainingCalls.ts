import { trainingCategories } from '#shared/areas/training/trainingCategories.ts'
import type { Call } from '#server/platform/core/http/call.ts'
import { listOf, text, whole } from '#server/platform/core/http/schema.ts'
import { object, recordSchemas } from '#server/platform/core/http/schemas.ts'
import { answerCompletion } from './completion.ts'
import { duplicateCategory } from './duplicateCategory.ts'

const { permission } = trainingCategories
const counts = { members: whole, completed: whole, overdue: whole }

/** The calls of training besides those that every resource has (shared/areas/training/trainingCalls.ts). */
export const trainingCalls: readonly Call[] = [
  {
    kind: 'read',
    needs: `${permission}:read`,
    method: 'get',
    path: '/trainingCategories/:id/completion',
    summary: "Get the progress of each store's members in a training category",
    success: {
      status: 200,
      schema: object({
        required: whole,
        ...counts,
        stores: listOf(object({ id: whole, name: text, ...counts })),
        more: { type: 'boolean' },
      }),
    },
    answer: answerCompletion,
  },
  {
    kind: 'write',
    needs: `${permission}:write`,
    method: 'post',
    path: '/trainingCategories/:id/duplicate',
    summary: 'Duplicate a training category with its content, as drafts',
    body: object({ title: text, slug: text }),
    success: { status: 201, schema: recordSchemas(trainingCategories).record },
    refusals: [409, 413, 415, 422],
    answer: duplicateCategory,
  },
]
