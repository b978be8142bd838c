/** What is wrong in a document itself, by the beginning of its name: it is left out, or something else stands `instead`, and said why. */
export const mistakes: { document: string; at: string; why: string; instead?: unknown }[] = [
  {
    document: 'printful',
    at: '#/components/schemas/OAuthScope/properties/value/enum',
    why: 'names webhooks/read twice, and neither webhooks nor stores_list/read, which tokens have',
  },
  {
    document: 'printful',
    at: '#/components/schemas/OAuthScope/properties/name/enum',
    why: 'has no name for the scopes that the values lack',
  },
  {
    document: 'printful',
    at: '#/paths/~1v2~1catalog-products~1{id}~1catalog-variants/get/parameters',
    why: 'lacks limit and offset, which the links of its own example have',
    instead: [
      { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
      { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100 } },
      { name: 'offset', in: 'query', schema: { type: 'integer', minimum: 0 } },
    ],
  },
]
