// Replaces openai's resources: one class for each part of a server's API, with the streams and runners of assistants. The plugin
// sends its four requests with the client's own `get` and `post`, so that they are 90 kB which nothing calls.
class Resource {}

export {
  Resource as Admin,
  Resource as Audio,
  Resource as Batches,
  Resource as Beta,
  Resource as Chat,
  Resource as Completions,
  Resource as Containers,
  Resource as Conversations,
  Resource as Embeddings,
  Resource as Evals,
  Resource as Files,
  Resource as FineTuning,
  Resource as Graders,
  Resource as Images,
  Resource as Models,
  Resource as Moderations,
  Resource as Realtime,
  Resource as Responses,
  Resource as Skills,
  Resource as Uploads,
  Resource as VectorStores,
  Resource as Videos,
  Resource as Webhooks,
};
