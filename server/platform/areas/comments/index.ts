import { defineArea } from '#server/platform/core/area/area.ts'
import { commentCalls } from './commentCalls.ts'

/** Comments on records of other areas, and the emails to the operators that they mention. */
export const commentsArea = defineArea({ name: 'comments', calls: commentCalls })
