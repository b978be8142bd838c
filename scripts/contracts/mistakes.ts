/** What is wrong in a document itself, by the beginning of its name: it is left out, or something else stands `instead`, and said why. */
export const mistakes: { document: string; at: string; why: string; instead?: unknown }[] = [
  {
    document: 'printful',
    at: '#/components/schemas/OAuthScope/properties/value/enum',
    why: 'The list has webhooks/read twice, but not webhooks and stores_list/read, which tokens have.',
  },
  {
    document: 'printful',
    at: '#/components/schemas/OAuthScope/properties/name/enum',
    why: 'The scopes that the values lack have no name.',
  },
  {
    document: 'printful',
    at: '#/paths/~1v2~1catalog-products~1{id}~1catalog-variants/get/parameters',
    why: 'The links in its own example have limit and offset, which the list lacks.',
    instead: [
      { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
      { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100 } },
      { name: 'offset', in: 'query', schema: { type: 'integer', minimum: 0 } },
    ],
  },
]
