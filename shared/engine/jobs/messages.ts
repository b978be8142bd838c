export const jobUndoMessages = {
  underWay: 'This job is being undone.',
  all: 'This job was undone.',
  partly: "This job was partly undone. Rows that were changed after it ran weren't undone.",
  nothing: 'Nothing could be undone.',
} as const
