import type { Model } from "@tau/ai";
import { AuthStorage } from "../auth/index.ts";
import { builtInCatalogue, ModelRegistry } from "../models/index.ts";
import { getAuthPath, getModelsPath } from "../paths/index.ts";

export interface CreateModelRuntimeOptions {
  readonly authPath?: string;
  readonly modelsPath?: string;
}

/** Models and the credentials for them, as a program holds them. */
export class ModelRuntime {
  readonly registry: ModelRegistry;

  private constructor(registry: ModelRegistry) {
    this.registry = registry;
  }

  /** Every model is known afterwards; nobody is asked over the network. */
  static async create(options: CreateModelRuntimeOptions = {}): Promise<ModelRuntime> {
    const { authPath = getAuthPath(), modelsPath = getModelsPath() } = options;
    const registry = new ModelRegistry({ auth: AuthStorage.create(authPath), catalogue: builtInCatalogue, modelsPath });
    await registry.load();
    return new ModelRuntime(registry);
  }

  getModels(provider?: string): readonly Model[] {
    return provider === undefined ? this.registry.getAll() : this.registry.getModels(provider);
  }

  getModel(provider: string, modelId: string): Model | undefined {
    return this.registry.find(provider, modelId);
  }

  /** Those that can be used now. */
  async getAvailable(provider?: string): Promise<readonly Model[]> {
    await this.registry.loadUsable();
    const models = this.registry.getAvailable();
    return provider === undefined ? models : models.filter((model) => model.provider === provider);
  }

  async setRuntimeApiKey(provider: string, apiKey: string): Promise<void> {
    this.registry.authStorage.setRuntimeApiKey(provider, apiKey);
  }

  async removeRuntimeApiKey(provider: string): Promise<void> {
    this.registry.authStorage.removeRuntimeApiKey(provider);
  }
}
