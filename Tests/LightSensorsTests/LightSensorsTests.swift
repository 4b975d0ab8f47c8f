// LightSensors
