import { trainingCategories } from '#shared/resources/trainingCategories.ts'
import type { Call } from '../http/call.ts'
import { listOf, text, whole } from '../openapi/schema.ts'
import { object, recordSchemas } from '../openapi/schemas.ts'
import { answerCompletion } from './completion.ts'
import { duplicateCategory } from './duplicateCategory.ts'

const { permission } = trainingCategories
const counts = { members: whole, completed: whole, overdue: whole }

/** The calls of training besides those that every resource has (shared/training/trainingCalls.ts). */
export const trainingCalls: readonly Call[] = [
  {
    kind: 'read',
    needs: `${permission}:read`,
    method: 'get',
    path: '/trainingCategories/:id/completion',
    summary: 'How far the members of each store are with a training category',
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
    summary: 'Make a draft of a training category and of its content',
    body: object({ title: text, slug: text }),
    success: { status: 201, schema: recordSchemas(trainingCategories).record },
    refusals: [409, 413, 415, 422],
    answer: duplicateCategory,
  },
]
